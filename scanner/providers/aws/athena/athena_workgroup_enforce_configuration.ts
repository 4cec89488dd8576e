import { fail, pass } from '../../../kit/index.ts'
import { known } from '../known.ts'
import { check } from './resources.ts'

export default check({
  id: 'athena_workgroup_enforce_configuration',
  title: 'Clients cannot overrule the workgroup’s settings',
  description: 'Reads whether the settings of each workgroup hold against what a query asks for.',
  risk: 'A query that names a bucket of its own writes its results there, unencrypted if it likes.',
  decision:
    'Passes when the workgroup enforces its settings, fails when clients may overrule them. An answer without the setting gives a gap in coverage. A disabled workgroup has no verdict.',
  fix: {
    text: 'Let the workgroup override client-side settings.',
    console: [
      'Open Amazon Athena, choose Workgroups, and choose the workgroup.',
      'Choose Edit, and under Settings choose Override client-side settings.',
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
      ? pass(`Clients cannot overrule the settings of the workgroup ${name}.`)
      : fail(`Clients may overrule the settings of the workgroup ${name}.`)
  },
})
