import {
  by,
  draft,
  nullable,
  optional,
  readOnly,
  resource,
  type Row,
  searchText,
  text,
  timestamp,
} from '@plumbline/jsonapi'

const emailDomain = text({ min: 1, max: 254 })
const metadata = text({ min: 1 })

/** How the members of a tenant sign in with the tenant's identity provider. */
export const samlConfigurations = resource('saml-configurations', {
  attributes: {
    email_domain: text({ max: 254 }),
    metadata_xml: text,
    /** When the tenant proved that it owns the domain; null: members cannot sign in with the provider yet. */
    domain_verified_at: readOnly(nullable(timestamp)),
    /** The DNS record of type TXT that proves it: its name and its value. */
    domain_record_name: readOnly(text),
    domain_record_value: readOnly(text),
    created_at: readOnly(timestamp),
    updated_at: readOnly(timestamp),
  },
  filters: { search: by(searchText, 'eq') },
  sort: ['created_at', 'id', 'email_domain', 'metadata_xml', 'updated_at'],
})
export type SamlConfiguration = Row<typeof samlConfigurations>

export const configurationDraft = draft('saml-configurations', {
  attributes: { email_domain: emailDomain, metadata_xml: metadata },
})
export const configurationChange = draft('saml-configurations', {
  id: 'optional',
  attributes: { email_domain: optional(emailDomain), metadata_xml: optional(metadata) },
})
export const initiation = draft('saml-initiate', {
  attributes: {
    email_domain: emailDomain,
    /** Of the member who signs in: required where the domain is not proven. */
    email: optional(text({ max: 254 })),
    callback_url: optional(text({ max: 2_000 })),
  },
})
