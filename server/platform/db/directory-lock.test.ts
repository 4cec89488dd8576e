import { equal, match, notEqual, ok, rejects } from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { asProcessOne, hasNamespaces } from '../../testing/process-namespace.ts'
import { emptyDirectory, type Holder, lockDirectory } from './directory-lock.ts'
import { isFree } from './testing/lock.ts'

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
  console.log('ready ' + process.pid)
  for await (const line of createInterface({ input: process.stdin })) {
    while (Date.now() < Number(line)) {} // a race begins at a moment
    try {
      const lock = await lockDirectory(directory)
      if (line === 'announce') lock.announce('http://127.0.0.1:8080')
      if (line === 'release') lock.release()
      console.log('took ' + lock.afterCrash)
    } catch (error) {
      console.log(error.name + ' ' + error.message)
    }
  }`

interface Taker {
  /** As the process itself sees it. */
  readonly pid: number
  take(word?: 'hold' | 'announce' | 'release' | number): Promise<string>
  kill(): Promise<void>
}

async function taker(directory: string, within: readonly string[] = []): Promise<Taker> {
  const node = [process.execPath, '--disable-warning=ExperimentalWarning', '--input-type=module']
  const [command = '', ...args] = [...within, ...node, '-e', program, directory]
  const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'] })
  after(() => void child.kill('SIGKILL'))
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const says = async (): Promise<string> => String((await lines.next()).value)
  const ready = await says()
  match(ready, /^ready \d+$/)
  return {
    pid: Number(ready.slice(6)),
    take(word = 'hold') {
      child.stdin.write(`${word}\n`)
      return says()
    },
    async kill() {
      const closed = once(child, 'close') // its output ends when every process with it has ended
      child.kill('SIGKILL')
      await closed
    },
  }
}

const holderFile = (directory: string): string => join(directory, 'holder.json')
const holderIn = (directory: string): Holder =>
  JSON.parse(readFileSync(holderFile(directory), 'utf8')) as Holder

/** The file of a holder on another machine. */
function writeForeign(
  directory: string,
  fields: Partial<Holder> & { renewed?: number } = {},
): void {
  mkdirSync(directory, { recursive: true })
  const holder = { pid: 1, host: 'other', machine: 'another kernel', token: 'its', address: null }
  writeFileSync(holderFile(directory), JSON.stringify({ ...holder, ...fields }))
}

test('a free directory is locked with files that only their owner can read', async () => {
  const directory = newDirectory()
  const first = await taker(directory)
  equal(await first.take(), 'took false')
  equal(holderIn(directory).pid, first.pid)
  if (process.platform !== 'win32') {
    equal(statSync(directory).mode & 0o777, 0o700)
    equal(statSync(holderFile(directory)).mode & 0o777, 0o600)
  }
})

test('a second process is refused with a sentence that names the first process and the way out', async () => {
  const directory = newDirectory()
  const first = await taker(directory)
  equal(await first.take('announce'), 'took false')
  const second = await taker(directory)
  equal(
    await second.take(),
    `DirectoryHeld The data directory ${directory} is in use by process ${first.pid} serving ` +
      'http://127.0.0.1:8080. Stop that process, or set DATA_DIR to another directory.',
  )
})

test('processes of different containers cannot hold one directory', async (t) => {
  if (!hasNamespaces(t)) return
  const directory = newDirectory()
  const [first, second, outside] = [
    await taker(directory, asProcessOne),
    await taker(directory, asProcessOne),
    await taker(directory),
  ]
  equal(first.pid, 1)
  equal(second.pid, 1)
  equal(await first.take(), 'took false')
  match(await second.take(), /^DirectoryHeld .* is in use by process 1\b/)
  match(await outside.take(), /^DirectoryHeld .* is in use by process 1\b/)
  await first.kill()
  equal(await second.take(), 'took true')
  match(await outside.take(), /^DirectoryHeld/)
  await second.kill()
  equal(await outside.take(), 'took true')
})

test('one process cannot lock a directory twice', async () => {
  const first = await taker(newDirectory())
  await first.take()
  match(await first.take(), /^DirectoryHeld .* in use by process/)
})

test('a directory that was released is locked without a report of a crash', async () => {
  const directory = newDirectory()
  const first = await taker(directory)
  equal(await first.take('release'), 'took false')
  ok(await isFree(directory))
  equal(await (await taker(directory)).take(), 'took false')
})

test('the directory of a killed process is free at once, and the next process learns of the crash', async () => {
  const directory = newDirectory()
  const first = await taker(directory)
  await first.take()
  const before = holderIn(directory)
  await first.kill()
  const second = await taker(directory)
  equal(await second.take(), 'took true')
  notEqual(holderIn(directory).token, before.token)
  equal(holderIn(directory).pid, second.pid)
})

test('a live holder keeps the directory, however old or damaged its file is', async () => {
  const directory = newDirectory()
  const first = await taker(directory)
  await first.take()
  utimesSync(holderFile(directory), 0, 0)
  const second = await taker(directory)
  match(await second.take(), /^DirectoryHeld/)
  for (const text of ['', '{"pid":', 'null', '{"pid":"7"}']) {
    writeFileSync(holderFile(directory), text)
    match(await second.take(), /^DirectoryHeld .* is in use by another process/)
  }
  rmSync(holderFile(directory))
  match(await second.take(), /^DirectoryHeld/)
})

test('a damaged file of a process that has ended does not keep the directory', async () => {
  const directory = newDirectory()
  mkdirSync(directory)
  for (const text of ['', '{"pid":', 'null', '{"pid":"7"}']) {
    writeFileSync(holderFile(directory), text)
    ok(await isFree(directory), text)
  }
})

test('a process waits for a holder on another machine, and is refused as soon as that holder writes', async () => {
  const directory = newDirectory()
  writeForeign(directory)
  const refused = rejects(lockDirectory(directory, { silentMs: 60_000 }), {
    name: 'DirectoryHeld',
    message: /is in use by process 1 on other\./,
  })
  await sleep(50)
  writeForeign(directory, { renewed: 2 })
  await refused
})

test('a holder file that cannot be read does not free the directory', async () => {
  const directory = newDirectory()
  mkdirSync(holderFile(directory), { recursive: true }) // a folder cannot be read, as a file of a failing disk
  await rejects(lockDirectory(directory, { silentMs: 100 }), /holder\.json in it.* cannot be read/)
  const refused = rejects(lockDirectory(directory, { silentMs: 60_000 }), {
    name: 'DirectoryHeld',
    message: /is in use by process 1 on other\./,
  })
  await sleep(50)
  rmSync(holderFile(directory), { recursive: true })
  writeForeign(directory)
  for (let renewed = 2; renewed < 6; renewed += 1) {
    await sleep(600) // a reader looks twice a second
    writeForeign(directory, { renewed })
  }
  await refused
})

test('the directory of another machine is free when its holder has been silent for long enough', async () => {
  const directory = newDirectory()
  writeForeign(directory)
  const lock = await lockDirectory(directory, { silentMs: 200 })
  equal(lock.afterCrash, true)
  equal(holderIn(directory).host, hostname())
  lock.release()
  ok(!existsSync(holderFile(directory)))
  writeForeign(directory)
  utimesSync(holderFile(directory), new Date(), new Date(Date.now() - 3_600_000))
  ;(await lockDirectory(directory, { silentMs: 1_800_000 })).release() // without a wait
})

test('a holder writes its file again, and learns that another machine has taken the directory', async () => {
  const directory = newDirectory()
  const lost = Promise.withResolvers<Holder>()
  const lock = await lockDirectory(directory, { renewMs: 20, onLost: lost.resolve })
  rmSync(holderFile(directory))
  while (!existsSync(holderFile(directory))) await sleep(5)
  equal(holderIn(directory).pid, process.pid)
  writeForeign(directory)
  equal((await lost.promise).host, 'other')
  lock.release()
  equal(holderIn(directory).host, 'other') // not its own
})

test('a directory that a process of an earlier version holds is refused; a dead claim is deleted', async () => {
  const directory = newDirectory()
  mkdirSync(directory)
  const claim = join(directory, 'lock.3')
  writeFileSync(claim, JSON.stringify({ pid: process.pid, started: '1', address: null }))
  await rejects(lockDirectory(directory), { name: 'DirectoryHeld' })
  writeFileSync(claim, JSON.stringify({ pid: 2 ** 22 + 1, started: '1', address: null }))
  const lock = await lockDirectory(directory)
  equal(lock.afterCrash, true)
  ok(!existsSync(claim))
  lock.release()
})

test('a directory that cannot be locked is refused with the reason', async () => {
  const directory = newDirectory()
  mkdirSync(join(directory, 'lock.db'), { recursive: true })
  await rejects(lockDirectory(directory), /cannot be locked: .* support locks\.$/)
})

test('a directory is emptied only while no process holds it', async () => {
  const directory = newDirectory()
  mkdirSync(join(directory, 'database'), { recursive: true })
  writeFileSync(join(directory, 'database', 'PG_VERSION'), '18\n')
  const first = await taker(directory)
  await first.take()
  await rejects(emptyDirectory(directory), { name: 'DirectoryHeld' })
  ok(existsSync(join(directory, 'database', 'PG_VERSION')))
  await first.kill()
  await emptyDirectory(directory)
  equal(readdirSync(directory).join(), 'lock.db')
})

test('of many processes that race for the directory of a dead process exactly one wins, each time', async () => {
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
    equal(holderIn(directory).pid, winner.pid)
    await winner.kill()
    racers.splice(racers.indexOf(winner), 1)
  }
})
