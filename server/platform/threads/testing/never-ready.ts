/** A thread that runs and never answers calls, as on a disk that does not return its module. */
setInterval(() => {}, 1_000)
