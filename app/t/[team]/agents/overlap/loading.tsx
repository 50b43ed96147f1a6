import { FleetViewLoading } from "../view-loading"

export default FleetViewLoading
