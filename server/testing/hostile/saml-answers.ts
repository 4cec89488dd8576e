/** Answers that an identity provider has signed, and that cost as much as its bounds let them. */
import { IdentityProvider } from '../../features/accounts/saml/testing/identity-provider.ts'
import { readMetadata } from '../../features/accounts/saml/metadata.ts'
import { verifiedAssertion } from '../../features/accounts/saml/response.ts'
import { xmlLimits } from '../../features/accounts/saml/xml.ts'
import { type Shape, shape } from './measure.ts'

export function samlAnswers(): Readonly<Record<string, Shape>> {
  const provider = new IdentityProvider()
  const believed = readMetadata(provider.metadata())
  const service = { entityId: 'https://sp.example/', acs: 'https://sp.example/acs/' }
  const about = {
    requestId: `_${'0'.repeat(32)}`,
    acs: service.acs,
    audience: service.entityId,
    nameId: 'a@b.example',
    now: 0,
  }
  const encoded = (xml: string): string => Buffer.from(xml).toString('base64')
  const signed = (attributes: Readonly<Record<string, string>>): string =>
    encoded(provider.signedResponse({ ...about, attributes }))
  const answered = (text: string): Promise<unknown> => verifiedAssertion(text, service, believed)
  const groups = (count: number): Readonly<Record<string, string>> =>
    Object.fromEntries(Array.from({ length: count }, (_, at) => [`group${at}`, 'x']))
  const good = provider.signedResponse({ ...about, attributes: { a: 'MARK' } })
  /** The signature is verified only after the work. */
  const inside = (text: string): string => encoded(good.replace('MARK', () => text))
  const declared = (count: number): string =>
    `<x${Array.from({ length: 40 }, (_, at) => ` xmlns:n${at}="u"`).join('')}>${'<n0:y n1:z="1"/>'.repeat(count)}</x>`
  return {
    'groups, signed': shape(2_000, (size) => signed(groups(size)), answered),
    'a long text, signed': shape(200_000, (size) => signed({ a: 'x'.repeat(size) }), answered),
    'elements under declarations': shape(4_500, (size) => inside(declared(size)), answered),
    'deep elements': shape(
      4_500,
      (size) => inside(`${'<a>'.repeat(30)}${'</a>'.repeat(30)}`.repeat(size / 30)),
      answered,
    ),
    attributes: shape(
      9_000,
      (size) => inside('<a b="1" c="2" d="3" e="4"/>'.repeat(size / 4)),
      answered,
    ),
    entities: shape(xmlLimits.bytes - 10_000, (size) => inside('&amp;'.repeat(size / 5)), answered),
  }
}
