import { equal, throws } from 'node:assert/strict'
import { test } from 'node:test'
import { proxiesOf, proxyHeaders } from './proxy.ts'

const proxy = 'http://proxy.example.com:3128'
const isProxied = (noProxy: string, host: string, port = 443): boolean =>
  proxiesOf({ HTTPS_PROXY: proxy, NO_PROXY: noProxy }).of({ isSecure: true, host, port }) !== null

const exceptions: readonly (readonly [string, string, boolean, number?])[] = [
  ['', 'example.com', true],
  ['*', 'example.com', false],
  ['example.com', 'example.com', false],
  ['example.com', 'EXAMPLE.com.', false],
  ['example.com', 'api.example.com', false],
  ['example.com', 'notexample.com', true],
  ['example.com', 'example.com.evil.org', true],
  ['.example.com', 'api.example.com', false],
  ['.example.com', 'example.com', true],
  ['*.example.com', 'a.b.example.com', false],
  ['*.example.com', 'example.com', true],
  ['a.org, example.com', 'example.com', false],
  ['a.org example.com', 'example.com', false],
  [',, example.com ,', 'example.com', false],
  ['example.com:8443', 'example.com', false, 8443],
  ['example.com:8443', 'example.com', true, 443],
  ['10.0.0.1', '10.0.0.1', false],
  ['10.0.0.1', '10.0.0.11', true],
  ['10.0.0.1:6443', '10.0.0.1', false, 6443],
  ['10.0.0.1:6443', '10.0.0.1', true, 443],
  ['10.0.0.0/8', '10.255.0.1', false],
  ['10.0.0.0/8', '11.0.0.1', true],
  ['10.0.0.0/8', '10.example.com', true],
  ['10.0.0.0/33', '10.0.0.1', true],
  ['2001:db8::1', '[2001:db8::1]', false],
  ['[2001:DB8:0::1]', '2001:db8::1', false],
  ['[2001:db8::1]:6443', '[2001:db8::1]', false, 6443],
  ['[2001:db8::1]:6443', '[2001:db8::1]', true, 443],
  ['2001:db8::/32', '[2001:db8:1::5]', false],
  ['2001:db8::/32', '10.0.0.1', true],
  ['[2001:db8::]/32', '[2001:db8:1::5]', false],
  ['münchen.example', 'xn--mnchen-3ya.example', false],
  ['.münchen.example', 'www.xn--mnchen-3ya.example', false],
  ['"a.org,10.0.0.0/8"', '10.0.0.1', false],
  ["'a.org','example.com'", 'example.com', false],
  ['https://example.com:8443/path', 'example.com', false, 8443],
  ['https://example.com/', 'api.example.com', false],
  ['https://example.com:8443/path', 'example.com', true],
  ['', 'localhost', false],
  ['', 'app.localhost', false],
  ['', '127.0.0.9', false],
  ['', '[::1]', false],
  ['', 'localhost.example.com', true],
]
for (const [noProxy, host, proxied, port = 443] of exceptions) {
  test(`with NO_PROXY=${noProxy}, ${host}:${port} is ${proxied ? '' : 'not '}proxied`, () =>
    equal(isProxied(noProxy, host, port), proxied))
}

test('the scheme of a request selects the variable, and lower case takes precedence', () => {
  const of = (environment: Record<string, string>, isSecure: boolean) =>
    proxiesOf(environment).of({ isSecure, host: 'example.com', port: 80 })?.href ?? null
  const both = { HTTPS_PROXY: 'http://a:1', HTTP_PROXY: 'http://b:2' }
  equal(of(both, true), 'http://a:1/')
  equal(of(both, false), 'http://b:2/')
  equal(of({ ...both, https_proxy: 'http://c:3' }, true), 'http://c:3/')
  equal(of({ ...both, https_proxy: '' }, true), 'http://a:1/')
  equal(of({ HTTP_PROXY: 'http://b:2' }, true), null)
  equal(of({ HTTPS_PROXY: 'proxy.corp:3128' }, true), 'http://proxy.corp:3128/')
  equal(of({ HTTPS_PROXY: 'https://proxy.corp' }, true), 'https://proxy.corp/')
})

for (const value of [
  'socks5://proxy:1080',
  'http://proxy:99999',
  'ftp://proxy',
  'http://a%zz:b@proxy',
]) {
  test(`rejects HTTPS_PROXY=${value} without repeating it`, () =>
    throws(
      () => proxiesOf({ HTTPS_PROXY: value }),
      ({ code, detail }) =>
        code === 'invalid_configuration' &&
        detail.startsWith('HTTPS_PROXY must be the URL of an HTTP proxy') &&
        !detail.includes(value),
    ))
}

test('credentials are decoded for the header', () => {
  const header = proxyHeaders(new URL('http://me%40corp:p%3Aw@proxy'))['proxy-authorization']
  equal(Buffer.from(header?.replace('Basic ', '') ?? '', 'base64').toString(), 'me@corp:p:w')
})
