import { Lifetime } from '../lifetime.ts'
import { commands, failure, isCommand } from '../commands.ts'

/**
 * Runs a command that fails, and returns its error message and exit code. The command runs in this process, because a
 * process for each takes a second of processor time. Throws if the command succeeds.
 */
export async function refusal(
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<{ readonly status: number; readonly error: string }> {
  const [name = '', ...rest] = args
  const before = { ...process.env }
  Object.assign(process.env, environment)
  try {
    if (isCommand(name)) await commands[name](rest, new Lifetime())
  } catch (error) {
    const { status, text } = failure(error)
    return { status, error: text }
  } finally {
    for (const key of Object.keys(environment)) delete process.env[key]
    Object.assign(process.env, before)
  }
  throw new Error(`plumbline ${args.join(' ')} was not refused.`)
}
