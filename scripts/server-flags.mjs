// Flags of Node for processes of the product. An import moves tens of megabytes through short-lived buffers, which count
// against the old generation: from its usual start V8 would mark the whole heap every few megabytes, a tenth of the
// processor time of an import. This is where the heap starts; what it may grow to stays as it is.
export const serverFlags = ['--initial-old-space-size=96']
