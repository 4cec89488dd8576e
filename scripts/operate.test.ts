import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { test } from 'node:test'

const port = process.env['PLUMBLINE_TEST_REDIS_PORT']
const operate = join(import.meta.dirname, '../docs/operate')

/** Sends commands over one connection and returns the responses' first lines. */
async function ask(commands: readonly string[]): Promise<string[]> {
  const socket = connect(Number(port), '127.0.0.1')
  const answers: string[] = []
  let text = ''
  socket.setEncoding('utf8')
  const next = (): Promise<string> =>
    new Promise((resolve, reject) => {
      socket.once('error', reject)
      socket.once('data', (part: string) => {
        text += part
        resolve(text)
      })
    })
  for (const command of commands) {
    text = ''
    socket.write(`${command}\r\n`)
    answers.push((await next()).split('\r\n')[0] ?? '')
  }
  socket.destroy()
  return answers
}

if (port) {
  test('the access list for Valkey allows only the commands of streams and limits, in their own database', async () => {
    const [user, name, ...rules] = readFileSync(join(operate, 'valkey.acl'), 'utf8')
      .trim()
      .split(' ')
    assert.deepEqual([user, name], ['user', 'plumbline'])
    const made = await ask([`ACL SETUSER ${name} ${rules.join(' ')}`])
    assert.deepEqual(made, ['+OK'])
    const answers = await ask([
      `AUTH ${name} change-me`,
      'SELECT 2',
      'PUBLISH es:2:plumbline:x hello',
      'PUBLISH es:3:plumbline:x hello',
      'SUBSCRIBE es:3:plumbline:x',
      'GET key',
      'SET plumbline:limit:address:x 1 EX 60',
      'SET plumbline:else 1',
      'CONFIG GET maxmemory',
      'SUBSCRIBE es:2:plumbline:x',
    ])
    assert.deepEqual(
      answers.map((answer) => answer.split(' ')[0]),
      ['+OK', '+OK', ':0', '-NOPERM', '-NOPERM', '-NOPERM', '+OK', '-NOPERM', '-NOPERM', '*3'],
    )
    await ask([`ACL DELUSER ${name}`])
  })
}

test('what nginx logs of a request holds no query', () => {
  const format = /log_format plumbline ([^;]*);/.exec(
    readFileSync(join(operate, 'nginx-http.conf'), 'utf8'),
  )
  assert.ok(format?.[1])
  for (const variable of [
    '$request ',
    '$request"',
    '$request_uri',
    '$args',
    '$query_string',
    '$arg_',
  ])
    assert.ok(!format[1].includes(variable), variable)
  const server = readFileSync(join(operate, 'nginx-server.conf'), 'utf8')
  assert.match(server, /location ~ \/event-stream[\s\S]*error_log \/dev\/null emerg;/)
})
