import { forbidden, invalid, Problem } from '@plumbline/jsonapi'
import type { Identity } from '../../../platform/auth/index.ts'
import type { ResolveTxt } from '../../../platform/egress/index.ts'
import type { Tx } from '../../../platform/db/index.ts'
import {
  change,
  create,
  type Endpoint,
  list,
  remove,
  show,
  submit,
  taken,
  unlessDuplicate,
} from '../../../platform/http/index.ts'
import type { Caller } from '../../../platform/tenancy/index.ts'
import { checkEverything } from '../rank.ts'
import { checkRecent } from '../reauthentication.ts'
import { domainIn } from './addresses.ts'
import { problemOf } from './domain-proof.ts'
import { providerIn } from './reading.ts'
import { configurationChange, configurationDraft, samlConfigurations } from './resource.ts'
import * as store from './store.ts'

const may = 'manage_integrations'
const tag = 'SAML'
const pointer = '/data/attributes/email_domain'

function domainOf(text: string): string {
  const domain = domainIn(text)
  if (domain === undefined)
    throw invalid(pointer, 'Must be a domain name, for example example.com.')
  return domain
}

const domainTaken = () => taken(pointer, 'This domain')

async function claim(tx: Tx, domain: string): Promise<void> {
  if (!(await store.claimDomain(tx, domain))) throw domainTaken()
}

/**
 * A provider asserts identities and roles, so configuring it requires every right that it can grant. Its sessions
 * outlive the key or copied session that configured it, so a recent sign-in is required too.
 */
async function checkManager(tx: Tx, caller: Caller): Promise<void> {
  if (!caller.granted.has('manage_account')) {
    const detail = 'Changing sign-in also requires the permission manage_account.'
    throw forbidden(detail, 'manage_account_needed')
  }
  await checkEverything(tx, caller)
}

const readMetadata = ({ tenantId, userId }: Identity, metadata: string) =>
  providerIn([tenantId, userId], metadata)

/** What was read before the transaction: who may not write it is refused first. */
function unlessProblem<T>(read: T | Problem): T {
  if (read instanceof Problem) throw read
  return read
}

const second = () =>
  invalid('/data', 'The tenant already has a SAML configuration. Update it instead.', 'unique')

export const samlConfigRoutes = (
  now: () => number,
  { resolveTxt }: { readonly resolveTxt: ResolveTxt },
): readonly Endpoint[] => [
  list(
    samlConfigurations,
    '/saml-config',
    {
      may,
      tag,
      operationId: 'saml_config_list',
      summary: 'List the SAML configuration of the tenant',
    },
    ({ tx, query }) => store.configurationPage(tx, query),
  ),
  create(
    samlConfigurations,
    '/saml-config',
    {
      may,
      draft: configurationDraft,
      tag,
      operationId: 'saml_config_create',
      summary: 'Create the SAML configuration',
      prepare: ({ metadata_xml }, _exchange, identity) => readMetadata(identity, metadata_xml),
    },
    async ({ tx, input, caller, prepared }) => {
      checkRecent(caller, now())
      const emailDomain = domainOf(input.email_domain)
      const provider = unlessProblem(prepared)
      await checkManager(tx, caller)
      if (await store.configuration(tx)) throw second()
      await claim(tx, emailDomain)
      const byOwner = caller.membership === 'owner'
      return unlessDuplicate(second(), () =>
        store.insertConfiguration(tx, {
          emailDomain,
          metadata: input.metadata_xml,
          provider,
          byOwner,
        }),
      )
    },
  ),
  show(
    samlConfigurations,
    '/saml-config/:id',
    { may, tag, operationId: 'saml_config_retrieve', summary: 'Get a SAML configuration' },
    async ({ tx, id }) => {
      const found = await store.configuration(tx)
      return found?.id === id ? found : undefined
    },
  ),
  change(
    samlConfigurations,
    '/saml-config/:id',
    {
      may,
      draft: configurationChange,
      tag,
      operationId: 'saml_config_partial_update',
      summary: 'Update the SAML configuration; pending sign-ins are canceled',
      prepare: async ({ metadata_xml }, _exchange, identity) =>
        metadata_xml === undefined ? undefined : readMetadata(identity, metadata_xml),
    },
    async ({ tx, id, input, caller, prepared }) => {
      const found = await store.configuration(tx)
      if (found?.id !== id) return undefined
      checkRecent(caller, now())
      await checkManager(tx, caller)
      const emailDomain =
        input.email_domain === undefined ? undefined : domainOf(input.email_domain)
      const provider = prepared && unlessProblem(prepared)
      if (emailDomain !== undefined && emailDomain !== found.email_domain) {
        await claim(tx, emailDomain)
      }
      await store.endSignIns(tx)
      const byOwner = caller.membership === 'owner'
      return store.changeConfiguration(tx, id, {
        emailDomain,
        metadata: input.metadata_xml,
        provider,
        byOwner,
      })
    },
  ),
  submit(
    samlConfigurations,
    '/saml-config/:id/domain-verification',
    {
      may,
      tag,
      operationId: 'saml_config_verify_domain',
      summary: 'Verify by DNS that the tenant owns the SAML domain',
      refusals: [409, 503],
      // DNS is queried before the transaction opens.
      async prepare(_input, { database, params }, { tenantId }) {
        const found = await database.inTenant(tenantId, (tx) => store.configuration(tx))
        if (!found || found.id !== params['id']?.toLowerCase()) return undefined
        return { domain: found.email_domain, problem: await problemOf(resolveTxt, found) }
      },
    },
    async ({ tx, id, caller, prepared }) => {
      const found = await store.configuration(tx)
      if (found?.id !== id || prepared?.domain !== found.email_domain) return undefined
      checkRecent(caller, now())
      await checkManager(tx, caller)
      if (prepared.problem) throw prepared.problem
      if (!(await store.verifyDomain(tx, found.email_domain))) throw domainTaken()
      return store.configuration(tx)
    },
  ),
  remove(
    '/saml-config/:id',
    { may, tag, operationId: 'saml_config_destroy', summary: 'Delete the SAML configuration' },
    async ({ tx, id, caller }) => {
      if ((await store.configuration(tx))?.id !== id) return false
      // Its domain leads nowhere from then on, until a tenant proves it.
      checkRecent(caller, now())
      await checkManager(tx, caller)
      return store.deleteConfiguration(tx, id)
    },
  ),
]
