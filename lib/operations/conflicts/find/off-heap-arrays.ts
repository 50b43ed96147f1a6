/**
 * A growing column of numbers outside the JavaScript heap. An array of hundreds of thousands of objects would
 * take ten times as much memory.
 */
export class Numbers {
  private values = new Int32Array(1024)
  length = 0

  push(value: number): void {
    if (this.length === this.values.length) {
      const larger = new Int32Array(this.length * 2)
      larger.set(this.values)
      this.values = larger
    }
    this.values[this.length] = value
    this.length += 1
  }

  at(place: number): number {
    return this.values[place] ?? -1
  }

  set(place: number, value: number): void {
    this.values[place] = value
  }

  part(from: number, to: number): Int32Array {
    return this.values.subarray(from, Math.min(to, this.length))
  }
}

const BLOCK = 1024 * 1024

/** Texts by index, outside the JavaScript heap. */
export class Texts {
  private readonly blocks: Buffer[] = []
  private used = BLOCK
  private readonly starts = new Numbers()
  private readonly sizes = new Numbers()
  private readonly at = new Numbers()

  push(text: string): void {
    const size = Buffer.byteLength(text)
    if (this.used + size > BLOCK || this.blocks.length === 0) {
      this.blocks.push(Buffer.allocUnsafeSlow(Math.max(BLOCK, size)))
      this.used = 0
    }
    this.at.push(this.blocks.length - 1)
    this.starts.push(this.used)
    this.sizes.push(size)
    this.blocks.at(-1)?.write(text, this.used)
    this.used += size
  }

  read(place: number): string {
    const start = this.starts.at(place)
    return this.blocks[this.at.at(place)]?.toString("utf8", start, start + this.sizes.at(place)) ?? ""
  }
}

/** Assigns a number to each distinct string. */
export class Strings {
  private readonly numbers = new Map<string, number>()
  private readonly all: string[] = []

  numberOf(text: string): number {
    const known = this.numbers.get(text)
    if (known !== undefined) return known
    this.numbers.set(text, this.all.length)
    return this.all.push(text) - 1
  }

  at(number: number): string {
    return this.all[number] ?? ""
  }

  get size(): number {
    return this.all.length
  }
}
