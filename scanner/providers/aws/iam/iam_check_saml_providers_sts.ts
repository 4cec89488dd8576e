import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'iam_check_saml_providers_sts',
  title: 'Account trusts a SAML identity provider',
  description:
    'Reads the SAML identity providers that the account trusts, and until when each is valid. IAM Identity Center adds one of its own to the accounts it serves.',
  risk: 'Users kept in the account itself stay when people leave, and their passwords and keys last until somebody takes them away.',
  decision:
    'Fails when the account trusts no SAML provider, and when every one it trusts has passed its date of validity. Passes when at least one is still valid or has no such date. Providers of OpenID Connect do not count. Whether people sign in through the provider is not asked.',
  fix: {
    text: 'Let people sign in through IAM Identity Center or a SAML provider of your own, and assume roles for a few hours.',
    console: [
      'With IAM Identity Center: open it, choose AWS accounts, and assign people a permission set in this account, which adds the provider.',
      'With a provider of your own: open IAM, choose Identity providers, then Add provider, then SAML.',
      'Name it, upload the metadata document that your identity provider gives you, and choose Add provider.',
      'Make roles whose trusted entity is SAML 2.0 federation, and map people to them in the identity provider.',
    ],
    cli: 'aws iam create-saml-provider --name <name> --saml-metadata-document file://metadata.xml',
    terraform: `resource "aws_iam_saml_provider" "directory" {
  name                   = "directory"
  saml_metadata_document = file("metadata.xml")
}`,
    url: 'https://docs.aws.amazon.com/IAM/latest/UserGuide/id_roles_providers_create_saml.html',
  },
  source: 'https://docs.aws.amazon.com/IAM/latest/UserGuide/id_roles_providers_saml.html',
  links: ['https://docs.aws.amazon.com/singlesignon/latest/userguide/what-is.html'],
  over: 'federations',
  needs: ['providers'],
  judge({ name, providers }, { now }) {
    if (providers.length === 0) return fail(`The account ${name} trusts no SAML provider.`)
    const valid = providers.filter(
      ({ valid_until }) => valid_until === null || Date.parse(valid_until) > now.getTime(),
    )
    return valid.length > 0
      ? pass(`The account ${name} trusts ${valid.map(({ uid }) => uid).join(', ')}.`)
      : fail(`The metadata of every SAML provider of the account ${name} has expired.`)
  },
})
