import { forbidden, invalid, Problem } from '@plumbline/jsonapi'
import type { Tx } from '../../../platform/db/index.ts'
import {
  change,
  create,
  type Endpoint,
  list,
  remove,
  show,
  taken,
  unlessDuplicate,
} from '../../../platform/http/index.ts'
import type { Caller } from '../../../platform/tenancy/index.ts'
import { checkEverything } from '../rank.ts'
import { checkRecent } from '../reauthentication.ts'
import { domainIn } from './addresses.ts'
import { providerIn } from './reading.ts'
import { configurationChange, configurationDraft, samlConfigurations } from './resource.ts'
import * as store from './store.ts'

const may = 'manage_integrations'
const tag = 'SAML'
const pointer = '/data/attributes/email_domain'

function domainOf(text: string): string {
  const domain = domainIn(text)
  if (domain === undefined) throw invalid(pointer, 'It is no domain such as example.com.')
  return domain
}

async function claim(tx: Tx, domain: string): Promise<void> {
  if (!(await store.claimDomain(tx, domain))) throw taken(pointer, 'This domain')
}

/**
 * A provider says who somebody is and which role he has, so it is set up by who has all that it can give. Its
 * sessions go on when a key or a copied session has ended, hence the recent sign-in beside this.
 */
async function checkManager(tx: Tx, caller: Caller): Promise<void> {
  if (!caller.granted.has('manage_account')) {
    const detail = 'Whoever says who signs in has to manage the account too.'
    throw forbidden(detail, 'manage_account_needed')
  }
  await checkEverything(tx, caller)
}

/** What was read before the transaction: who may not write it is refused first. */
function unlessProblem<T>(read: T | Problem): T {
  if (read instanceof Problem) throw read
  return read
}

const second = () =>
  invalid('/data', 'The tenant has a configuration already; change that one.', 'unique')

export const samlConfigRoutes = (now: () => number): readonly Endpoint[] => [
  list(
    samlConfigurations,
    '/saml-config',
    { may, tag, operationId: 'saml_config_list', summary: 'The SAML configuration of the tenant' },
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
      summary: 'Let members sign in with an identity provider',
      prepare: ({ metadata_xml }, _exchange, { tenantId }) => providerIn(tenantId, metadata_xml),
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
    { may, tag, operationId: 'saml_config_retrieve', summary: 'One SAML configuration' },
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
      summary: 'Change the SAML configuration; sign-ins under way end',
      prepare: async ({ metadata_xml }, _exchange, { tenantId }) =>
        metadata_xml === undefined ? undefined : providerIn(tenantId, metadata_xml),
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
  remove(
    '/saml-config/:id',
    { may, tag, operationId: 'saml_config_destroy', summary: 'End sign-in by SAML' },
    async ({ tx, id, caller }) => {
      if ((await store.configuration(tx))?.id !== id) return false
      // Its domain is free from then on, and leads to the provider of whichever tenant takes it.
      checkRecent(caller, now())
      await checkManager(tx, caller)
      return store.deleteConfiguration(tx, id)
    },
  ),
]
