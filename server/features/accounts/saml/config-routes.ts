import { forbidden, invalid } from '@plumbline/jsonapi'
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
import { domainIn } from './addresses.ts'
import { readMetadata } from './metadata.ts'
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

/** A provider says who somebody is and which role he has, so it is set up by who manages roles. */
function checkManager({ granted }: Caller): void {
  if (granted.has('manage_account')) return
  const detail = 'Whoever says who signs in has to manage the account too.'
  throw forbidden(detail, 'manage_account_needed')
}

const second = () =>
  invalid('/data', 'The tenant has a configuration already; change that one.', 'unique')

export const samlConfigRoutes: readonly Endpoint[] = [
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
    },
    async ({ tx, input, caller }) => {
      const emailDomain = domainOf(input.email_domain)
      readMetadata(input.metadata_xml)
      checkManager(caller)
      if (await store.configuration(tx)) throw second()
      await claim(tx, emailDomain)
      const byOwner = caller.membership === 'owner'
      return unlessDuplicate(second(), () =>
        store.insertConfiguration(tx, { emailDomain, metadata: input.metadata_xml, byOwner }),
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
    },
    async ({ tx, id, input, caller }) => {
      const found = await store.configuration(tx)
      if (found?.id !== id) return undefined
      checkManager(caller)
      const emailDomain =
        input.email_domain === undefined ? undefined : domainOf(input.email_domain)
      if (input.metadata_xml !== undefined) readMetadata(input.metadata_xml)
      if (emailDomain !== undefined && emailDomain !== found.email_domain) {
        await claim(tx, emailDomain)
      }
      await store.endSignIns(tx)
      const byOwner = caller.membership === 'owner'
      return store.changeConfiguration(tx, id, {
        emailDomain,
        metadata: input.metadata_xml,
        byOwner,
      })
    },
  ),
  remove(
    '/saml-config/:id',
    { may, tag, operationId: 'saml_config_destroy', summary: 'End sign-in by SAML' },
    ({ tx, id }) => store.deleteConfiguration(tx, id),
  ),
]
