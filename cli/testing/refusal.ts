/** What `plumbline` says of a command that it refuses, and its exit code. It runs here: a process of its own takes a second. */
import { commands, failure } from '../commands.ts'

export async function refusal(
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<{ readonly status: number; readonly error: string }> {
  const [name = '', ...rest] = args
  const before = { ...process.env }
  Object.assign(process.env, environment)
  try {
    await commands[name]?.run(rest)
  } catch (error) {
    const { status, text } = failure(error)
    return { status, error: text }
  } finally {
    for (const key of Object.keys(environment)) delete process.env[key]
    Object.assign(process.env, before)
  }
  throw new Error(`plumbline ${args.join(' ')} was not refused.`)
}
