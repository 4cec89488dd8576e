import { fail, pass } from '../../../kit/index.ts'
import { known } from '../known.ts'
import { check } from './resources.ts'

export default check({
  id: 'athena_workgroup_enforce_configuration',
  title: 'Athena workgroup overrides client-side settings',
  description: 'Reads whether the settings of each workgroup override the settings of a query.',
  risk: 'A query can write its results to another bucket, without encryption.',
  decision:
    'Passes if the workgroup enforces its settings. Fails if clients can override them. A response without the setting gives a gap in coverage. A disabled workgroup gives no finding.',
  fix: {
    text: 'Enable the override of client-side settings in the workgroup.',
    console: [
      'Open Amazon Athena, choose Workgroups, and choose the workgroup.',
      'Choose Edit, and under Settings, choose Override client-side settings.',
      'Choose Save changes.',
    ],
    cli: 'aws athena update-work-group --work-group <workgroup> --configuration-updates EnforceWorkGroupConfiguration=true',
    terraform: `resource "aws_athena_workgroup" "reports" {
  name = "reports"

  configuration {
    enforce_workgroup_configuration = true
  }
}`,
  },
  source: 'https://docs.aws.amazon.com/athena/latest/ug/workgroups-settings-override.html',
  over: 'workgroups',
  needs: ['details'],
  judge: ({ name, enabled, details: { enforced } }) => {
    if (!enabled) return []
    return known(enforced, 'athena:GetWorkGroup')
      ? pass(`The workgroup ${name} overrides client-side settings.`)
      : fail(`The workgroup ${name} does not override client-side settings.`)
  },
})
