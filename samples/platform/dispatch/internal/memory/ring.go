// Package memory keeps the last positions of a trip in a ring buffer.
package memory

type Ring struct {
	size int
	next int
}
