import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'ssm_documents_set_as_public',
  title: 'SSM document is not shared publicly',
  description: 'Reads the accounts that each of your own documents is shared with.',
  risk: 'Anyone with an AWS account can read in your runbooks how systems are built and named, and secrets that were left in them.',
  decision:
    'Fails if the document is shared with all accounts. Passes if it is not shared, or is shared with specific account IDs, which are not compared with a list. Documents of AWS and other accounts are not evaluated.',
  fix: {
    text: 'Stop sharing the document publicly, and block public sharing for the account.',
    console: [
      'Open AWS Systems Manager, choose Documents, then Owned by me, and choose the document.',
      'On the Details tab, choose Edit under Permissions, choose Private, and save.',
      'Under Documents, choose Preferences, and turn on Block public sharing.',
    ],
    cli: 'aws ssm modify-document-permission --name <document> --permission-type Share --account-ids-to-remove all',
    terraform: `resource "aws_ssm_service_setting" "no_public_documents" {
  setting_id    = "/ssm/documents/console/public-sharing-permission"
  setting_value = "Disable"
}`,
  },
  source: 'https://docs.aws.amazon.com/systems-manager/latest/userguide/documents-ssm-sharing.html',
  links: ['https://docs.aws.amazon.com/securityhub/latest/userguide/ssm-controls.html'],
  over: 'documents',
  needs: ['shared_with'],
  judge: ({ name, shared_with: accounts }) => {
    // Systems Manager accepts the word in any case, and no account has that name.
    if (accounts.some((it) => it.toLowerCase() === 'all'))
      return fail(`The document ${name} is shared publicly.`)
    return accounts.length > 0
      ? pass(`The document ${name} is shared with ${accounts.length} specific accounts.`)
      : pass(`The document ${name} is not shared.`)
  },
})
