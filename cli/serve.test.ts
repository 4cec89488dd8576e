import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { test } from 'node:test'

const module = new URL('./serve.ts', import.meta.url).href

/** A process that stops by `stop` when it is told to; resolves with its status and what it said. */
async function stopped(stop: string): Promise<{ status: number | null; error: string }> {
  const script = `
    import { untilSignalled } from ${JSON.stringify(module)}
    untilSignalled(${stop}, 1)
    setInterval(() => {}, 1_000)
    console.log('ready')`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let error = ''
  child.stderr.on('data', (part: Buffer) => (error += part.toString()))
  const left = new Promise<number | null>((resolve) => child.once('exit', resolve))
  await new Promise((resolve) => child.stdout.once('data', resolve))
  child.kill('SIGTERM')
  return { status: await left, error }
}

test('a process that is told to stop ends orderly with status 0', async () => {
  assert.deepEqual(await stopped('async () => {}'), { status: 0, error: '' })
})

test('a stop that does not come to its end is ended in time, and said so', async () => {
  const { status, error } = await stopped('() => new Promise(() => {})')
  assert.equal(status, 1)
  assert.match(error, /^Not stopped within 1 s: .*\.\n$/)
})
