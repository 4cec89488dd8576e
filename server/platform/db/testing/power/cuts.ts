/** Lets the writer run once, then cuts the power at random moments of what it did and looks at what is left. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { inspect } from '../../backup/inspect.ts'
import { type Answer, faultOf, question } from './batches.ts'
import { Disk, type Loss } from './disk.ts'
import type { Operation } from './recorder.ts'

export interface Asked {
  readonly cuts: number
  /** In [0, 1). */
  readonly random: () => number
  /** As if no fsync had reached the disk: what the rest of this would have to find. */
  readonly ignoreFsync?: boolean
}

export interface Cut {
  readonly operation: number
  readonly loss: Loss
  /** The last transaction that was acknowledged before the cut. */
  readonly committed: number
  /** What was wrong with what was left. */
  readonly fault: string | undefined
}

const pathOf = (name: string): string => fileURLToPath(new URL(name, import.meta.url))

function* operationsOf(log: Buffer): Generator<{ operation: Operation; data: Buffer }> {
  for (let at = 0; at < log.length; ) {
    const from = at + 8 + log.readUInt32LE(at)
    const end = from + log.readUInt32LE(at + 4)
    const operation = JSON.parse(log.toString('utf8', at + 8, from)) as Operation
    yield { operation, data: log.subarray(from, end) }
    at = end
  }
}

/** One run of the writer: everything that it did to its directory. */
export interface Recording {
  readonly root: string
  readonly operations: readonly { readonly operation: Operation; readonly data: Buffer }[]
}

export async function record(transactions: number, template: string | null): Promise<Recording> {
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-power-'))
  try {
    const [log, root] = [join(folder, 'log'), join(folder, 'data')]
    const program = ['--import', pathOf('./recorder.ts'), pathOf('./writer.ts')]
    const flags = process.execArgv.filter((flag) => !flag.startsWith('--test'))
    const args = [...flags, ...program, root, template ?? '', String(transactions)]
    const child = spawn(process.execPath, args, {
      env: { ...process.env, PLUMBLINE_POWER_ROOT: root, PLUMBLINE_POWER_LOG: log },
      stdio: ['ignore', 'inherit', 'inherit'],
    })
    const [code] = (await once(child, 'exit')) as [number | null]
    if (code !== 0) throw new Error(`The writer ended with ${code}.`)
    return { root, operations: [...operationsOf(readFileSync(log))] }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** What is left of a database in `directory`: a sentence when something is wrong with it. */
async function look(
  directory: string,
  committed: number,
  started: number,
): Promise<string | undefined> {
  // Nothing was acknowledged before the folder had its name.
  if (!existsSync(directory))
    return committed === 0 && started === 0 ? undefined : 'the database is missing'
  try {
    const [answer] = await inspect(directory, started === 0 ? 'select 0 as last' : question)
    return started === 0 ? undefined : faultOf(answer as unknown as Answer, committed, started)
  } catch (error) {
    return (error as Error).message
  }
}

/** Each cut in turn, in the order of their moments. */
export async function* cutPower(
  { root, operations }: Recording,
  { cuts, random, ignoreFsync = false }: Asked,
): AsyncGenerator<Cut> {
  const ready = operations.findIndex(({ operation }) => operation.op === 'said')
  // A tenth of the cuts while the database is made, the others while it works.
  const moments = Array.from({ length: cuts }, (_, n) =>
    n % 10 === 9
      ? Math.floor(random() * ready)
      : ready + Math.floor(random() * (operations.length - ready)),
  ).toSorted((a, b) => a - b)
  const disk = new Disk(root)
  let [applied, committed, started] = [0, 0, 0]
  for (const moment of moments) {
    for (const { operation, data } of operations.slice(applied, moment)) {
      if (operation.op === 'said') {
        if (operation.what === 'started') started = operation.number
        else if (operation.what === 'committed') committed = operation.number
      } else if (!ignoreFsync || operation.op !== 'fsync' || applied < ready)
        disk.apply(operation, data)
      applied += 1
    }
    const loss = (['all', 'some', 'some', 'none'] as const)[Math.floor(random() * 4)] ?? 'some'
    const copy = mkdtempSync(join(tmpdir(), 'plumbline-cut-'))
    try {
      disk.cut(copy, loss, random)
      const fault = await look(join(copy, 'database'), committed, started)
      yield { operation: moment, loss, committed, fault }
    } finally {
      rmSync(copy, { recursive: true, force: true })
    }
  }
}
