/** How much slower this machine is now than the reference machine. Deadlines of tests are stretched by it. */

/** What `sample` takes on the reference machine: two idle cores, Node 24.21, 2026-11-26. */
const referenceMs = 33

/** Some of what tests do: objects, strings and sorting. Milliseconds. */
function sample(): number {
  const began = performance.now()
  let state = 1
  const rows = Array.from({ length: 40_000 }, () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    return { id: state, name: `row ${state.toString(36)}` }
  })
  rows.sort((a, b) => (a.name < b.name ? -1 : 1))
  JSON.parse(JSON.stringify(rows))
  return performance.now() - began
}

/** At least 1, with one digit. `PLUMBLINE_TEST_FACTOR` sets it. */
export function machineFactor(environment: Readonly<NodeJS.ProcessEnv>): number {
  const given = Number(environment['PLUMBLINE_TEST_FACTOR'])
  if (given > 0) return given
  // The median, since another program may take the processor for a moment; the first runs are not compiled yet.
  const times = Array.from({ length: 11 }, sample)
    .slice(4)
    .toSorted((a, b) => a - b)
  const median = times[Math.floor(times.length / 2)] ?? referenceMs
  return Math.max(1, Math.round((median / referenceMs) * 10) / 10)
}
