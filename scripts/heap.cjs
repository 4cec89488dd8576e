// The flags of the heap for the product's processes. Launchers of the repository and of releases use it on whatever
// Node the machine has: plain, old JavaScript without dependencies.
'use strict'
const os = require('os')

/** Bytes that the container of this process may use; without a limit it is 0 or larger than any memory. */
function limitOfContainer() {
  return process.constrainedMemory ? process.constrainedMemory() || 0 : 0 // Node 19.6 and newer
}

/**
 * Flags of Node for the size of the heap, from the bytes of memory of the machine and the limit of the container.
 * A young generation of three times 8 MB instead of 16: a third less memory in scans, at the same cost.
 * With 2 GB and more to grow to, a heap grows to four times what lives in it before it is looked through:
 * 340 MB instead of 280 in a scan of 90,000 findings, at the same cost (Node 24.21, 2026-11-21).
 * A quarter of the memory, because the embedded database, the buffers of files and the threads of scans have theirs
 * outside this heap. With 128 MB the demo ran, with 64 it ended without memory (2026-11-30).
 * The memory of the machine says nothing of a container: the kernel kills a process that exceeds the limit.
 */
function heapFlags(total, limit) {
  if (total === undefined) total = os.totalmem()
  if (limit === undefined) limit = limitOfContainer()
  const usable = limit > 0 && limit < total ? limit : total
  const oldSpaceMb = Math.max(128, Math.min(1536, Math.round(usable / 4 / 1048576)))
  return ['--max-semi-space-size=8', '--max-old-space-size=' + oldSpaceMb].filter(isNotGiven)
}

/** An operator's own flag stands: one of the command line would overrule that of NODE_OPTIONS. */
function isNotGiven(flag) {
  const given = process.execArgv.concat((process.env.NODE_OPTIONS || '').split(/\s+/))
  return !given.some((one) => one.replace(/_/g, '-').split('=')[0] === flag.split('=')[0])
}

/**
 * glibc gives each thread separate heaps, and stores ever larger buffers in them, where one that lives long keeps the
 * space of all that were freed. Two heaps for all threads, and a large buffer by itself: 345 MB instead of 404 in a
 * scan of 127,000 findings, at the same cost (2026-11-25). Other C libraries ignore it.
 */
const heapVariables = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '131072',
  MALLOC_TRIM_THRESHOLD_: '131072',
}

module.exports = { heapFlags, heapVariables }
