/** The faults of a run, with their times, from a seed. */

export type Fault =
  /** The process ends by SIGKILL and is started again. */
  | { readonly kind: 'process killed'; readonly process: string }
  /** Both Valkey or Redis servers end by SIGKILL with all of their content, and are started again. */
  | { readonly kind: 'event store lost' }
  /** The Valkey or Redis primary ends by SIGKILL, and Sentinel promotes its replica. */
  | { readonly kind: 'event store failed over' }
  /** PgBouncer ends by SIGKILL and is started again. */
  | { readonly kind: 'PgBouncer killed' }
  /** The primary ends without a checkpoint, and its synchronous standby is promoted. */
  | { readonly kind: 'PostgreSQL failed over' }
  /** `crash` ends without a checkpoint, so that the next start recovers. */
  | { readonly kind: 'PostgreSQL restarted'; readonly how: 'fast' | 'crash' }
  | { readonly kind: 'disk of PostgreSQL full' }
  | { readonly kind: 'PostgreSQL read-only' }
  /** Commits wait for it meanwhile. */
  | { readonly kind: 'standby of PostgreSQL stopped' }
  | { readonly kind: 'table locked'; readonly table: string }

export interface Planned {
  /** After the start of the run, in seconds. */
  readonly atSeconds: number
  /** How long the fault lasts; 0 for a restart, which takes as long as it takes. */
  readonly seconds: number
  readonly fault: Fault
}

export interface Plan {
  /** Length of the run, in seconds; at least `shortestSeconds`. */
  readonly seconds: number
  readonly processes: readonly string[]
  readonly tables: readonly string[]
  /** Returns [0, 1). */
  readonly random: () => number
}

/** A round contains each fault of the database once. */
const roundSeconds = 300
export const shortestSeconds = 180
/** Time for a restart or a failover, in which no other fault of the database begins. */
const restartSeconds = 5
const failoverSeconds = 15
/** Of PgBouncer, and each fault of the event store. */
const leastKills = 2
const secondsBetweenKills = 20

/**
 * All faults of a run in the order of their times. Faults of the database do not overlap each other; processes and the
 * event store are killed independently of them.
 */
export function schedule(plan: Plan): readonly Planned[] {
  const { seconds, processes } = plan
  if (!(seconds >= shortestSeconds))
    throw new RangeError(`A run takes at least ${shortestSeconds / 60} minutes.`)
  const rounds = Math.floor(seconds / roundSeconds) || 1
  const others = Math.max(leastKills, rounds)
  const kills = Math.max(2 * processes.length, Math.floor(seconds / secondsBetweenKills))
  return [
    ...ofDatabase(plan, rounds),
    ...spread(plan, others, () => ({ kind: 'event store lost' })),
    ...spread(plan, others, () => ({ kind: 'event store failed over' })),
    ...spread(plan, others, () => ({ kind: 'PgBouncer killed' })),
    ...spread(plan, kills, turns(plan)),
  ].toSorted((a, b) => a.atSeconds - b.atSeconds)
}

/** The targets of a run of kills, with the part of an installation that each is. */
export function partOf({ fault }: Planned): string | undefined {
  switch (fault.kind) {
    case 'process killed':
      return fault.process.replace(/ \d+$/, '')
    case 'PostgreSQL failed over':
      return 'PostgreSQL primary'
    case 'PgBouncer killed':
      return 'PgBouncer'
    case 'event store lost':
    case 'event store failed over':
      return 'Valkey'
    default:
      return undefined
  }
}

/** Only kills, of each part of an installation as often as of the others, one in each equal part of the run. */
export function kills(plan: Plan, count: number): readonly Planned[] {
  const { processes, random } = plan
  const next = (part: string): (() => Fault) =>
    turns({ ...plan, processes: processes.filter((name) => name.startsWith(part)) })
  const [server, worker] = [next('server'), next('worker')]
  let stores = 0
  const round: readonly (() => Fault)[] = [
    server,
    worker,
    () => ({ kind: 'PostgreSQL failed over' }),
    () => ({ kind: 'PgBouncer killed' }),
    () => ({ kind: (stores += 1) % 2 === 1 ? 'event store failed over' : 'event store lost' }),
  ]
  let left: (() => Fault)[] = []
  return spread(plan, count, () => {
    if (left.length === 0) left = shuffled(round, random)
    return (left.pop() ?? server)()
  })
}

function shuffled<T>(all: readonly T[], random: () => number): T[] {
  const left = [...all]
  return all.flatMap(() => left.splice(Math.floor(random() * left.length), 1))
}

function ofDatabase({ seconds, tables, random }: Plan, rounds: number): Planned[] {
  const round: readonly Omit<Planned, 'atSeconds'>[] = [
    { seconds: 20, fault: { kind: 'disk of PostgreSQL full' } },
    { seconds: 10, fault: { kind: 'PostgreSQL read-only' } },
    { seconds: 20, fault: { kind: 'standby of PostgreSQL stopped' } },
    ...tables.map((table) => ({ seconds: 30, fault: { kind: 'table locked', table } as const })),
    { seconds: 0, fault: { kind: 'PostgreSQL restarted', how: 'fast' } },
    { seconds: 0, fault: { kind: 'PostgreSQL restarted', how: 'crash' } },
    { seconds: 0, fault: { kind: 'PostgreSQL failed over' } },
  ]
  const length = seconds / rounds
  const busy = ({ seconds: lasting, fault }: Omit<Planned, 'atSeconds'>): number =>
    lasting || (fault.kind === 'PostgreSQL failed over' ? failoverSeconds : restartSeconds)
  const idle = length - round.reduce((sum, one) => sum + busy(one), 0)
  const planned: Planned[] = []
  for (let at = 0; at < rounds; at += 1) {
    // Sorted random moments of the idle time: the faults lie between them.
    const cuts = round.map(() => random() * idle).toSorted((a, b) => a - b)
    let passed = 0
    for (const [index, one] of shuffled(round, random).entries()) {
      planned.push({ ...one, atSeconds: at * length + (cuts[index] ?? 0) + passed })
      passed += busy(one)
    }
  }
  return planned
}

/** One fault at a random moment of each of `count` equal parts of the run. */
const spread = ({ seconds, random }: Plan, count: number, next: () => Fault): Planned[] =>
  Array.from({ length: count }, (_, at) => ({
    atSeconds: ((at + random()) * seconds) / count,
    seconds: 0,
    fault: next(),
  }))

/** Each process in a random order, then each again. */
function turns({ processes, random }: Plan): () => Fault {
  let left: string[] = []
  return () => {
    if (left.length === 0) left = shuffled(processes, random)
    return { kind: 'process killed', process: left.pop() ?? '' }
  }
}

export function described({ fault, seconds }: Planned): string {
  const about =
    'process' in fault
      ? ` ${fault.process}`
      : 'table' in fault
        ? ` ${fault.table}`
        : 'how' in fault
          ? ` (${fault.how})`
          : ''
  return `${fault.kind}${about}${seconds > 0 ? ` for ${seconds} s` : ''}`
}
