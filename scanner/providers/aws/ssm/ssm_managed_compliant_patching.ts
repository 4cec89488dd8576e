import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'ssm_managed_compliant_patching',
  title: 'SSM managed instance is patch compliant',
  description:
    'Reads, for each instance with patch data in Systems Manager, whether patches of its baseline are missing.',
  risk: 'Attackers can exploit known vulnerabilities on an instance with missing patches.',
  decision:
    'Passes if the patch summary of the instance is COMPLIANT. Fails if it is NON_COMPLIANT. The age of the summary does not count. The finding states the date of the last scan. Instances that Systems Manager does not manage, or has never scanned for patches, have no summary and give no finding.',
  fix: {
    text: 'Install the missing patches with Patch Manager, and schedule regular patching.',
    console: [
      'Open AWS Systems Manager, choose Patch Manager, then Compliance reporting, and choose the instance.',
      'Review the missing patches, and choose Patch now with Scan and install.',
      'Under Patch policies, create a policy that installs patches on a schedule.',
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
    const when = seen ? `On ${seen}` : 'At its last scan, on an unknown date'
    if (status === 'COMPLIANT') {
      return pass(`${when}, the instance ${name} had all patches of its baseline.`)
    }
    const worst = severity && severity !== 'UNSPECIFIED' ? ` (highest severity: ${severity})` : ''
    return fail(`${when}, the instance ${name} lacked patches of its baseline${worst}.`)
  },
})
