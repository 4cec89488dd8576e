import { equal } from 'node:assert/strict'
import { test } from 'node:test'
import { isPublicAddress, publicLookup } from './egress.ts'

const cases: [string, boolean][] = [
  ['52.95.110.1', true],
  ['2600:1f14::1', true],
  ['127.0.0.1', false],
  ['127.255.0.3', false],
  ['0.0.0.0', false],
  ['10.1.2.3', false],
  ['172.16.0.1', false],
  ['172.31.255.255', false],
  ['172.32.0.1', true],
  ['192.168.1.1', false],
  ['100.64.0.1', false],
  ['169.254.169.254', false],
  ['168.63.129.16', false],
  ['224.0.0.1', false],
  ['255.255.255.255', false],
  ['198.18.0.1', false],
  ['::', false],
  ['::1', false],
  ['fe80::1', false],
  ['fc00::1', false],
  ['fd00:ec2::254', false],
  ['ff02::1', false],
  ['::ffff:127.0.0.1', false],
  ['::ffff:52.95.110.1', false],
  ['64:ff9b::7f00:1', false],
  ['2001:db8::1', false],
  ['2002:7f00:1::', false],
  ['2620:4f:8000::1', false],
  ['not an address', false],
  ['', false],
]

for (const [address, allowed] of cases) {
  test(`${address || 'an empty address'} is ${allowed ? 'public' : 'never connected to'}`, () =>
    equal(isPublicAddress(address), allowed))
}

for (const [what, addresses, allowed] of [
  ['public addresses only', ['52.95.110.1', '2600:1f14::1'], true],
  ['a private address among public ones', ['52.95.110.1', '10.0.0.1'], false],
  ['the address of metadata', ['169.254.169.254'], false],
] as const) {
  test(`a name that leads to ${what} is ${allowed ? 'looked up' : 'refused'}`, () => {
    const lookup = publicLookup((_name, _options, done) =>
      done(
        null,
        addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
      ),
    )
    for (const all of [true, false]) {
      lookup('name.example', { all }, (error) => equal(error === null, allowed))
    }
  })
}
