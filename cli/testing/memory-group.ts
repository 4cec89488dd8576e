/** A control group of Linux with a limit of memory, as a container has one. Requires the right to make groups. */
import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'

const root = '/sys/fs/cgroup'

export interface MemoryGroup {
  /** A file: a process that writes its number to it is in the group from then on, with its children. */
  readonly processes: string
  /** Removes the group; its processes must have ended. */
  remove(): Promise<void>
}

/** Skips a test where groups cannot be made, and returns undefined; in CI it throws. */
export function groupOrSkip(context: TestContext, maxMb: number): MemoryGroup | undefined {
  try {
    return memoryGroup(maxMb)
  } catch (error) {
    if (process.env['CI']) throw error
    context.skip(`no memory group can be made here: ${(error as Error).message}`)
    return undefined
  }
}

/** Makes a group whose processes are killed above `maxMb`, without swap. Throws where that is not possible. */
function memoryGroup(maxMb: number): MemoryGroup {
  const isFirstVersion = existsSync(join(root, 'memory', 'memory.limit_in_bytes'))
  const folder = join(root, isFirstVersion ? 'memory' : '', `plumbline-test-${process.pid}`)
  if (!isFirstVersion) {
    const controlled = readFileSync(join(root, 'cgroup.subtree_control'), 'utf8').split(/\s+/)
    if (!controlled.includes('memory'))
      writeFileSync(join(root, 'cgroup.subtree_control'), '+memory')
  }
  mkdirSync(folder)
  const set = (name: string, value: number): void =>
    writeFileSync(join(folder, name), String(value))
  try {
    const bytes = maxMb * 2 ** 20
    if (isFirstVersion) {
      set('memory.limit_in_bytes', bytes)
      if (existsSync(join(folder, 'memory.memsw.limit_in_bytes')))
        set('memory.memsw.limit_in_bytes', bytes)
    } else {
      set('memory.max', bytes)
      if (existsSync(join(folder, 'memory.swap.max'))) set('memory.swap.max', 0)
    }
  } catch (error) {
    rmdirSync(folder)
    throw error
  }
  return {
    processes: join(folder, 'cgroup.procs'),
    async remove() {
      for (let attempt = 1; ; attempt += 1) {
        try {
          return rmdirSync(folder)
        } catch (error) {
          if (attempt === 50) throw error // a process that has ended leaves its group a little later
          await sleep(100)
        }
      }
    },
  }
}
