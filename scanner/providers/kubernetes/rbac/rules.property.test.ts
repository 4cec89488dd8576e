// Tests the engine against a simple, independent evaluator of single requests, written by the RBAC documentation. It
// tries all possible requests, including names, groups and verbs that are in no rule.
import { deepEqual, equal, ok } from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { isOwnRole } from './bootstrapped.ts'
import table from './bootstrapped-roles.json' with { type: 'json' }
import {
  approvedSigners,
  changedWebhooks,
  changesApprovals,
  createdWorkloads,
  createsVolumes,
  isEverything,
  proxiedVerbs,
  readSecrets,
  tokensFor,
  wildcards,
  workloads,
} from './powers.ts'
import type { Rule } from './resources.ts'

interface Request {
  readonly verb: string
  readonly group: string
  readonly resource: string
  readonly subresource: string
  /** Empty for a request without an object name. */
  readonly name: string
}

const unknown = 'zz'
const certificates = 'certificates.k8s.io'
const admission = 'admissionregistration.k8s.io'

function isMatched(texts: readonly string[], wanted: string): boolean {
  for (const text of texts) if (text === '*' || text === wanted) return true
  return false
}

/** Evaluates one rule for one request: verb, group, resource and name must match. */
function fits(rule: Rule, { verb, group, resource, subresource, name }: Request): boolean {
  const whole = subresource === '' ? resource : `${resource}/${subresource}`
  const isOfEvery = subresource !== '' && rule.resources.some((it) => it === `*/${subresource}`)
  return (
    isMatched(rule.verbs, verb) &&
    isMatched(rule.groups, group) &&
    (isMatched(rule.resources, whole) || isOfEvery) &&
    (rule.names.length === 0 || rule.names.includes(name))
  )
}

const texts = (...given: readonly string[]) =>
  fc.subarray([...given], { minLength: 1, maxLength: 3 })

const signer = 'kubernetes.io/kube-apiserver-client'
const resources = [
  '* */* */proxy */token */approval pods pods/* nodes nodes/* nodes/proxy secrets secrets/*',
  'deployments jobs persistentvolumes serviceaccounts serviceaccounts/token signers',
  'certificatesigningrequests certificatesigningrequests/approval mutatingwebhookconfigurations',
].flatMap((line) => line.split(' '))
const rules: fc.Arbitrary<readonly Rule[]> = fc.array(
  fc.record({
    verbs: texts(
      'get',
      'list',
      'watch',
      'create',
      'update',
      'patch',
      'delete',
      'deletecollection',
      'approve',
      '*',
    ),
    groups: texts('', 'apps', 'batch', certificates, admission, '*'),
    resources: texts(...resources),
    names: fc.oneof(fc.constant([]), texts('', 'a', 'b', signer)),
    urls: fc.constant([]),
  }),
  { maxLength: 4 },
)

const names = ['a', 'b', signer, unknown]

/** Evaluates one resource by brute force: true if some verb is allowed for a name. */
const asked =
  (given: readonly Rule[], group: string, whole: string) => (verb: string, name: string) => {
    const [resource = '', subresource = ''] = whole.split('/')
    return given.some((rule) => fits(rule, { verb, group, resource, subresource, name }))
  }

const isCreated = (may: (verb: string, name: string) => boolean): boolean =>
  may('create', '') || names.some((name) => may('create', name) && may('patch', name))

const someName = (may: (verb: string, name: string) => boolean, verb: string): boolean =>
  names.some((name) => may(verb, name))

const allowedNames = (test: (name: string) => boolean) =>
  test(unknown) ? 'every' : new Set(names.filter(test))

const runs = { numRuns: 3_000 }

test('what can be created is what some request creates, by apply too', () => {
  fc.assert(
    fc.property(rules, (given) => {
      const expected = workloads
        .filter(({ group, resource }) => isCreated(asked(given, group, resource)))
        .map(({ resource }) => resource)
      deepEqual(createdWorkloads(given), expected)
      equal(createsVolumes(given), isCreated(asked(given, '', 'persistentvolumes')))
    }),
    runs,
  )
})

test('the Secrets that are read are those that some request shows', () => {
  fc.assert(
    fc.property(rules, (given) => {
      const may = asked(given, '', 'secrets')
      const reads = (name: string) => ['get', 'list', 'watch'].some((verb) => may(verb, name))
      const showsAll = may('list', '') || may('watch', '')
      deepEqual(readSecrets(given), showsAll ? 'every' : allowedNames(reads))
    }),
    runs,
  )
})

test('proxies, tokens, approvals, signers and webhooks are those that some request gets', () => {
  fc.assert(
    fc.property(rules, (given) => {
      const proxy = asked(given, '', 'nodes/proxy')
      deepEqual(
        proxiedVerbs(given),
        ['get', 'create', 'update', 'patch', 'delete'].filter((verb) => someName(proxy, verb)),
      )
      const token = asked(given, '', 'serviceaccounts/token')
      deepEqual(
        tokensFor(given),
        allowedNames((name) => token('create', name)),
      )
      const approval = asked(given, certificates, 'certificatesigningrequests/approval')
      equal(changesApprovals(given), someName(approval, 'update') || someName(approval, 'patch'))
      const signers = asked(given, certificates, 'signers')
      deepEqual(
        approvedSigners(given),
        allowedNames((name) => signers('approve', name)),
      )
      const webhook = asked(given, admission, 'mutatingwebhookconfigurations')
      const changes = ['create', 'update', 'patch', 'delete', 'deletecollection'].filter((verb) => {
        if (verb === 'create') return isCreated(webhook)
        return verb === 'deletecollection' ? webhook(verb, '') : someName(webhook, verb)
      })
      const found = changedWebhooks(given).find(({ resource }) => resource.startsWith('mutating'))
      deepEqual(found?.verbs ?? [], changes)
    }),
    runs,
  )
})

test('a wildcard is what lets a verb, a group or a resource through that no rule knows', () => {
  const subresources = ['', 'proxy', 'token', 'approval', 'scale', unknown]
  fc.assert(
    fc.property(rules, (given) => {
      const may = (
        rule: Rule,
        verbs: readonly string[],
        groups: readonly string[],
        all: readonly string[],
      ) =>
        verbs.some((verb) =>
          groups.some((group) =>
            all.some((whole) => asked([{ ...rule, names: [] }], group, whole)(verb, '')),
          ),
        )
      const strange = subresources.map((sub) => (sub === '' ? unknown : `${unknown}/${sub}`))
      const expected = {
        verbs: given.some((it) => may(it, [unknown], it.groups, it.resources)),
        'API groups': given.some((it) => may(it, it.verbs, [unknown], it.resources)),
        resources: given.some((it) => may(it, it.verbs, it.groups, strange)),
      }
      deepEqual(
        wildcards(given, { ofCluster: true }),
        Object.entries(expected).flatMap(([name, is]) => (is ? [name] : [])),
      )
      const everything = asked(given, unknown, unknown)(unknown, unknown)
      equal(isEverything(given), everything)
    }),
    runs,
  )
})

/** The rules of a line of the table. */
function ruleOf(line: string): Rule {
  const [verbs = '', rest = ''] = line.split(': ')
  const [targets = '', named = ''] = rest.split(' # ')
  return {
    verbs: verbs.split(' '),
    groups: [],
    resources: targets.split(' '),
    names: named === '' ? [] : named.split(' '),
    urls: [],
  }
}

/** One rule per target; in `resource.group` the group follows the first dot. */
const rulesOf = (lines: readonly string[]): readonly Rule[] =>
  lines
    .filter((line) => !line.includes(': url '))
    .map(ruleOf)
    .flatMap((rule) =>
      rule.resources.map((target) => {
        const [resource = '', ...group] = target.split('.')
        return { ...rule, groups: [group.join('.')], resources: [resource] }
      }),
    )

test('a role that counts as the cluster’s own allows no request that its original does not', () => {
  const places = Object.entries(table).filter(([place]) => place.startsWith('clusterrole/'))
  let own = 0
  for (const [place, lines] of places) {
    const name = place.slice('clusterrole/'.length)
    const original = rulesOf(lines)
    // Mostly rules of the original, with occasional parts of other rules.
    const changed = fc.array(
      fc.tuple(fc.constantFrom(...original), rules).map(([rule, [other]]): Rule => {
        return other && other.names.includes('a') ? { ...rule, ...other, names: [] } : rule
      }),
      { minLength: 1, maxLength: 3 },
    )
    fc.assert(
      fc.property(changed, (given) => {
        if (!isOwnRole({ kind: 'ClusterRole', namespace: null, name }, given)) return
        own += 1
        for (const { verbs, groups, resources, names: named } of given) {
          for (const verb of [...verbs, unknown].filter((it) => it !== '*')) {
            for (const group of [...groups, unknown].filter((it) => it !== '*')) {
              for (const whole of [...resources, unknown, `${unknown}/scale`].filter(
                (it) => !it.startsWith('*'),
              )) {
                for (const one of [...named, unknown]) {
                  if (asked(given, group, whole)(verb, one))
                    ok(asked(original, group, whole)(verb, one), `${verb} ${whole}.${group} ${one}`)
                }
              }
            }
          }
        }
      }),
      { numRuns: 200 },
    )
  }
  ok(own > 1_000, `only ${own} roles were the cluster’s own`)
})
