import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

const read = (name: string): string =>
  readFileSync(join(import.meta.dirname, '../docs/operate', name), 'utf8')

test('the example proxies set HSTS and include subdomains', () => {
  const nginx = read('nginx-server.conf')
  const [before = '', ...locations] = nginx.split(/^location /m)
  const header = /^\s*(?:add_)?header Strict-Transport-Security "max-age=(\d+); includeSubDomains"/m
  for (const text of [before, read('Caddyfile')]) {
    const seconds = Number(header.exec(text)?.[1])
    assert.ok(seconds >= 365 * 86_400, String(seconds))
  }
  assert.match(before, /includeSubDomains" always;/, 'on refusals too')
  for (const location of locations) assert.doesNotMatch(location, /add_header/)
})

test('the example proxies do not redirect from plain HTTP, which would hide that a token was sent unencrypted', () => {
  assert.match(read('Caddyfile'), /^\tauto_https disable_redirects$/m)
  for (const name of ['nginx-server.conf', 'nginx-http.conf'])
    assert.doesNotMatch(read(name), /return 30|rewrite /, name)
})

test('the proxies of our examples log no secret of a query', () => {
  const caddy = read('Caddyfile')
  const nginx = read('nginx-server.conf')
  const secrets = {
    access_token: '/providers/event-stream',
    invitation_token: '/users',
    code: '/accounts/saml/example.com/acs/finish',
    id: '/tokens/saml',
  }
  const unlogged = [...nginx.matchAll(/^location ~ (\S+) \{([^}]*)\}/gm)]
    .filter(([, , body = '']) => body.includes('error_log /dev/null emerg;'))
    .map(([, pattern = '']) => new RegExp(pattern))
  for (const [parameter, path] of Object.entries(secrets)) {
    assert.match(caddy, new RegExp(`replace ${parameter} REDACTED`), parameter)
    assert.ok(
      unlogged.some((pattern) => pattern.test(path)),
      path,
    )
  }
})
