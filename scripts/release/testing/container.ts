/** Processes of the unpacked image, with `run-image.sh` in place of a container engine. */
import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const program = join(import.meta.dirname, '../run-image.sh')

export interface ContainerOptions {
  /** The unpacked image. */
  readonly root: string
  /** The volume, a folder that the user of the image owns. */
  readonly data: string
  readonly command: readonly string[]
  readonly environment: Readonly<Record<string, string>>
  /** Folders in memory, as Compose writes them. */
  readonly tmpfs?: readonly string[]
  /** A file of a memory group, which the process enters before it starts. */
  readonly group?: string
}

export class Container {
  readonly #child: ChildProcess
  /** The exit status; above 128 if a signal ended the process. */
  readonly ended: Promise<number | null>
  /** Both outputs. */
  printed = ''

  constructor({ root, data, command, environment, tmpfs, group }: ContainerOptions) {
    const settings = Object.entries(environment).map(([name, value]) => [`IMAGE_${name}`, value])
    const run = [program, root, data, ...command]
    // The shell enters the group and becomes the process, so that nothing of it is outside.
    const entered = ['/bin/sh', '-c', 'echo $$ > "$1" && shift && exec "$@"', 'sh', group, ...run]
    const [file = '', ...args] = group === undefined ? run : (entered as string[])
    this.#child = spawn(file, args, {
      env: {
        PATH: process.env['PATH'],
        ...(tmpfs && { TMPFS: tmpfs.join('\n') }),
        ...Object.fromEntries(settings),
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    for (const stream of [this.#child.stdout, this.#child.stderr])
      stream?.on('data', (part: Buffer) => void (this.printed += part.toString()))
    this.ended = new Promise((resolve, reject) => {
      this.#child.once('error', reject)
      this.#child.once('close', resolve)
    })
  }

  get isRunning(): boolean {
    return this.#child.exitCode === null && this.#child.signalCode === null
  }

  /** The number of process 1 outside its namespace, or undefined before its start. */
  get firstProcess(): number | undefined {
    const { pid } = this.#child
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
    return Number.parseInt(children, 10) || undefined
  }

  /** As an engine stops a container: process 1 receives SIGTERM, and is killed after the seconds. */
  async stop(graceSeconds: number): Promise<number | null> {
    this.#signal('SIGTERM')
    const timer = setTimeout(() => this.kill(), graceSeconds * 1_000)
    const status = await this.ended
    clearTimeout(timer)
    return status
  }

  /** Kills process 1, and with it the namespace. It outlives `unshare`: a change of the user resets `--kill-child`. */
  kill(): void {
    this.#signal('SIGKILL')
  }

  #signal(signal: NodeJS.Signals): void {
    const { pid } = this.#child
    if (this.isRunning && pid !== undefined) process.kill(this.firstProcess ?? pid, signal)
  }
}
