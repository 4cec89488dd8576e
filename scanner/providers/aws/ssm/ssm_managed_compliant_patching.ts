import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'ssm_managed_compliant_patching',
  title: 'Managed machine has its patches',
  description:
    'Reads, for each machine that Systems Manager knows patches of, whether any is missing by its baseline.',
  risk: 'A machine that lacks patches can be taken over by holes that everybody knows.',
  decision:
    'Passes when the summary of the machine’s patches is COMPLIANT, fails when it is NON_COMPLIANT. How old that is does not count; the verdict names the day on which the machine was looked at. Machines that Systems Manager does not manage, or has never scanned for patches, are in no summary and have no verdict.',
  fix: {
    text: 'Install the missing patches with Patch Manager, and do so on a schedule.',
    console: [
      'Open AWS Systems Manager, choose Patch Manager, then Compliance reporting, and choose the machine.',
      'See which patches are missing, and choose Patch now with Scan and install.',
      'Under Patch policies, make one that installs on a schedule.',
    ],
    cli: 'aws ssm send-command --document-name AWS-RunPatchBaseline --parameters Operation=Install --instance-ids <machine>',
    terraform: `resource "aws_ssm_association" "patches" {
  name                = "AWS-RunPatchBaseline"
  schedule_expression = "cron(0 3 ? * SUN *)"

  parameters = {
    Operation = "Install"
  }

  targets {
    key    = "InstanceIds"
    values = ["*"]
  }
}`,
  },
  source: 'https://docs.aws.amazon.com/securityhub/latest/userguide/ssm-controls.html',
  links: [
    'https://docs.aws.amazon.com/systems-manager/latest/userguide/patch-manager-compliance-states.html',
  ],
  over: 'patchStates',
  needs: [],
  judge: ({ name, status, severity, seen }) => {
    const when = seen ? `On ${seen}` : 'When it was last looked at, on a day that is not known'
    if (status === 'COMPLIANT') {
      return pass(`${when}, the machine ${name} had the patches of its baseline.`)
    }
    const worst = severity && severity !== 'UNSPECIFIED' ? ` (worst: ${severity})` : ''
    return fail(`${when}, the machine ${name} lacked patches of its baseline${worst}.`)
  },
})
