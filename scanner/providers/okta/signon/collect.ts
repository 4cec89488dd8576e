import {
  CallProblem,
  type Collected,
  type Collecting,
  each,
  read,
  unread,
  withhold,
} from '../../../kit/index.ts'
import { notFound } from '../calls.ts'
import { calls, type Members, type Okta } from '../client.ts'
import { membersOf } from '../members.ts'
import { type ActivePolicy, activePolicies } from '../policies.ts'
import { networkOf, ofRules, rulesOf } from '../rules.ts'
import { uidOf } from '../uids.ts'
import { longest, wordsOf } from './page.ts'
import type { Brand, SessionPolicy, SessionRule, SignOn } from './resources.ts'

const ofBrands = membersOf('list brands')

export const collect = ({ client }: Collecting<Okta>): Collected<SignOn> => ({
  policies: each<ActivePolicy, SessionPolicy>(
    activePolicies(client, 'list sign-on policies'),
    ({ id, uid, name }) => ({
      uid,
      name,
      region: '',
      rules: read(() => rulesOf(client, id, sessionRuleOf)),
    }),
  ),
  brands: each<Members, Brand>(client.list('list brands'), (brand) => {
    const id = ofBrands.id(brand['id'])
    return {
      uid: uidOf(client.domain, 'brand', id),
      name: ofBrands.name(brand['name']),
      region: '',
      sign_in_words: read(async () => {
        const page = await signInPageOf(client, id)
        if (page.length <= longest) return wordsOf(page)
        const action = calls['get customized sign-in page'].scope
        return withhold(unread('too_large', { outcome: 'capped', action }))
      }),
    }
  }),
})

function sessionRuleOf({ name, conditions, actions }: Members): SessionRule {
  const { signon } = ofRules.members(actions)
  const { access, session } = ofRules.members(signon)
  const isAllowing = ofRules.text(access) !== 'DENY'
  const { usePersistentCookie, maxSessionIdleMinutes, maxSessionLifetimeMinutes } =
    ofRules.optional(session)
  return {
    name: ofRules.name(name),
    network: networkOf(conditions),
    isAllowing,
    session: isAllowing
      ? {
          isPersistent: ofRules.boolean(usePersistentCookie),
          idleMinutes: ofRules.count(maxSessionIdleMinutes),
          lifetimeMinutes: ofRules.count(maxSessionLifetimeMinutes),
        }
      : null,
  }
}

/** The customized page, or the default page of every brand. */
async function signInPageOf(okta: Okta, brandId: string): Promise<string> {
  const own = 'get customized sign-in page'
  try {
    const { pageContent } = await okta.get(own, brandId)
    return membersOf(own).text(pageContent)
  } catch (thrown) {
    if (!(thrown instanceof CallProblem && thrown.code === notFound)) throw thrown
    const { pageContent } = await okta.get('get default sign-in page', brandId)
    return membersOf('get default sign-in page').text(pageContent)
  }
}
