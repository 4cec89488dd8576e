import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'ssm_documents_set_as_public',
  title: 'Document is not shared with everybody',
  description: 'Reads with which accounts each document of your own is shared.',
  risk: 'Strangers read in your runbooks how systems are built and named, and what is left in them by mistake.',
  decision:
    'Fails when the document is shared with all accounts. Passes when it is shared with nobody or with accounts by their ids; those are not compared with any list. Documents of AWS and of others are not looked at.',
  fix: {
    text: 'Stop sharing the document publicly, and block public sharing for the account.',
    console: [
      'Open AWS Systems Manager, choose Documents, then Owned by me, and choose the document.',
      'On the tab Details, choose Edit under Permissions, choose Private, and save.',
      'Under Documents, choose Preferences and turn on Block public sharing.',
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
    // Systems Manager takes the word in any case, and has no account of that name.
    if (accounts.some((it) => it.toLowerCase() === 'all'))
      return fail(`The document ${name} is shared with everybody.`)
    return accounts.length > 0
      ? pass(`The document ${name} is shared with ${accounts.length} accounts by their ids.`)
      : pass(`The document ${name} is shared with nobody.`)
  },
})
