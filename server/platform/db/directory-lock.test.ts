import { deepEqual, equal, match, ok } from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { after, test } from 'node:test'
import { holderOf } from './directory-lock.ts'

const root = mkdtempSync(join(tmpdir(), 'plumbline-lock-'))
after(() => rmSync(root, { recursive: true, force: true }))
let made = 0
const newDirectory = (): string => join(root, `data-${(made += 1)}`)

const module = new URL('./directory-lock.ts', import.meta.url).href

/** Waits for a line, tries the lock, prints the result, and keeps it until its input ends. */
const program = `
  import { createInterface } from 'node:readline'
  import { lockDirectory } from ${JSON.stringify(module)}
  const directory = process.argv[1]
  console.log('ready')
  for await (const line of createInterface({ input: process.stdin })) {
    while (Date.now() < Number(line)) {} // a race begins at a moment
    try {
      const lock = lockDirectory(directory)
      console.log('took ' + lock.afterCrash)
      if (line === 'announce') lock.announce('http://127.0.0.1:8080')
      if (line === 'release') lock.release()
      console.log('done')
    } catch (error) {
      console.log(error.name + ' ' + error.message)
    }
  }`

interface Taker {
  readonly pid: number
  says(): Promise<string>
  take(word?: 'hold' | 'announce' | 'release' | number): Promise<string>
  kill(): Promise<void>
}

async function taker(directory: string): Promise<Taker> {
  const child = spawn(process.execPath, ['--input-type=module', '-e', program, directory], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  after(() => void child.kill('SIGKILL'))
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const says = async (): Promise<string> => String((await lines.next()).value)
  equal(await says(), 'ready')
  return {
    pid: child.pid ?? 0,
    says,
    take(word = 'hold') {
      child.stdin.write(`${word}\n`)
      return says()
    },
    async kill() {
      const exit = once(child, 'exit')
      child.kill('SIGKILL')
      await exit
    },
  }
}

test('a directory that nobody has held is taken, by a file that only its owner reads', async () => {
  const directory = newDirectory()
  const first = await taker(directory)
  equal(await first.take(), 'took false')
  equal(holderOf(directory)?.pid, first.pid)
  if (process.platform !== 'win32') {
    equal(statSync(directory).mode & 0o777, 0o700)
    equal(statSync(join(directory, 'lock.1')).mode & 0o777, 0o600)
  }
})

test('a second process is refused with the sentence that names the first and the way out', async () => {
  const directory = newDirectory()
  const first = await taker(directory)
  await first.take('announce')
  equal(await first.says(), 'done')
  const second = await taker(directory)
  equal(
    await second.take(),
    `DirectoryHeld The data directory ${directory} is in use by process ${first.pid} serving ` +
      'http://127.0.0.1:8080. Stop that process, or set DATA_DIR to another directory.',
  )
  deepEqual(holderOf(directory)?.address, 'http://127.0.0.1:8080')
})

test('one process cannot take a directory twice', async () => {
  const first = await taker(newDirectory())
  await first.take()
  await first.says()
  match(await first.take(), /^DirectoryHeld .* in use by process/)
})

test('a directory that was let go is taken without a word of a crash', async () => {
  const directory = newDirectory()
  const first = await taker(directory)
  await first.take('release')
  equal(await first.says(), 'done')
  equal(holderOf(directory), null)
  equal(await (await taker(directory)).take(), 'took false')
})

test('the directory of a killed process is taken over, and the taker learns of the crash', async () => {
  const directory = newDirectory()
  const first = await taker(directory)
  await first.take()
  await first.kill()
  equal(holderOf(directory), null)
  const second = await taker(directory)
  equal(await second.take(), 'took true')
  equal(holderOf(directory)?.pid, second.pid)
  equal(readdirSync(directory).length, 1, 'the claim of the dead process is cleared away')
})

test('a live holder holds the directory however old its file is', async () => {
  const directory = newDirectory()
  const first = await taker(directory)
  await first.take()
  for (const name of readdirSync(directory)) utimesSync(join(directory, name), 0, 0)
  match(await (await taker(directory)).take(), /^DirectoryHeld/)
})

test('the process id of a dead holder, now of another process, does not hold the directory', async () => {
  const directory = newDirectory()
  const first = await taker(directory)
  await first.take('release')
  await first.says()
  const started = '1'
  writeFileSync(
    join(directory, 'lock.1'),
    JSON.stringify({ pid: process.pid, started, address: null }),
  )
  const expected = existsSync('/proc/self/stat') ? /^took true/ : /^DirectoryHeld/
  match(await first.take(), expected)
})

test('a claim that a crash left half written is taken over once nobody can be writing it', async () => {
  for (const text of ['', '{"pid":', 'null', '{"pid":"7"}']) {
    const directory = newDirectory()
    const first = await taker(directory)
    await first.take('release')
    await first.says()
    const file = join(directory, 'lock.4')
    writeFileSync(file, text)
    utimesSync(file, new Date(), new Date(Date.now() - 60_000))
    equal(await first.take(), 'took true', text)
  }
})

test('a claim that is being written this moment is waited for, not overrun', async () => {
  const directory = newDirectory()
  const [slow, second] = [await taker(directory), await taker(directory)]
  await slow.take('release')
  await slow.says()
  const file = join(directory, 'lock.1')
  writeFileSync(file, '')
  const answer = second.take()
  await new Promise((resolve) => setTimeout(resolve, 200))
  writeFileSync(file, JSON.stringify({ pid: slow.pid, started: null, address: null }))
  match(await answer, new RegExp(`^DirectoryHeld .* process ${slow.pid}\\b`))
})

test('of many that race for the directory of a dead process exactly one wins, each time', async () => {
  const directory = newDirectory()
  const first = await taker(directory)
  await first.take()
  await first.kill()
  const racers = await Promise.all(Array.from({ length: 8 }, () => taker(directory)))
  for (let round = 1; racers.length > 1; round += 1) {
    const start = Date.now() + 30
    const answers = await Promise.all(racers.map((racer) => racer.take(start)))
    const winners = racers.filter((_, at) => answers[at] === 'took true')
    equal(winners.length, 1, `round ${round}: ${answers.join(' | ')}`)
    const [winner] = winners
    ok(winner)
    equal(await winner.says(), 'done')
    equal(holderOf(directory)?.pid, winner.pid)
    await winner.kill()
    racers.splice(racers.indexOf(winner), 1)
  }
})
