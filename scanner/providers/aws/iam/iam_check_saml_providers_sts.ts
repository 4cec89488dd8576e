import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'iam_check_saml_providers_sts',
  title: 'AWS account has a valid SAML identity provider',
  description:
    'Reads the SAML identity providers of the account and their expiration dates. IAM Identity Center adds its own provider to the accounts that it manages.',
  risk: 'IAM users remain after people leave. Their passwords and access keys stay valid until an administrator removes them.',
  decision:
    'Fails if the account has no SAML provider, or if every SAML provider has expired. Passes if at least one is valid or has no expiration date. OpenID Connect providers do not count. The check does not read whether users sign in through the provider.',
  fix: {
    text: 'Sign in through IAM Identity Center or your own SAML provider, and assume roles with temporary credentials.',
    console: [
      'With IAM Identity Center: open it, choose AWS accounts, and assign users a permission set in this account. This adds the provider.',
      'With your own provider: open IAM, choose Identity providers, then Add provider, then SAML.',
      'Enter a name, upload the metadata document of your identity provider, and choose Add provider.',
      'Create roles with the trusted entity type SAML 2.0 federation, and map users to them in the identity provider.',
      'For the command, save the metadata document of your identity provider to the file given to --saml-metadata-document.',
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
    if (providers.length === 0) return fail(`Account ${name} has no SAML provider.`)
    const valid = providers.filter(
      ({ valid_until }) => valid_until === null || Date.parse(valid_until) > now.getTime(),
    )
    return valid.length > 0
      ? pass(
          `Account ${name} has the valid SAML provider ${valid.map(({ uid }) => uid).join(', ')}.`,
        )
      : fail(`The metadata of every SAML provider of account ${name} has expired.`)
  },
})
