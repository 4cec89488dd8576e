import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'config_recorder_all_regions_enabled',
  title: 'AWS Config records all resource types in the region',
  description:
    'Reads the configuration recorder of each region: whether it exists, what it records, whether it is running, and the result of its last delivery.',
  risk: 'Without records, it is not possible to determine how a resource was configured in the past and when it changed.',
  decision:
    'Passes if a recorder of the region records all resource types that AWS Config supports, is recording, and did not fail at its last delivery. Fails if there is no recorder, if it is stopped, if it records only some resource types, or if the last delivery failed. Whether global resources such as IAM users are recorded, for which one region is sufficient, is not evaluated.',
  fix: {
    text: 'Record all resource types in each region, and make sure that the recorder is running and delivers.',
    console: [
      'Open AWS Config in the region, and choose Settings.',
      'Choose Edit, or Get started if AWS Config is not set up, and record all current and future resource types.',
      'Choose a bucket for the deliveries, save, and make sure that Recording is on.',
      'If a recorder exists, use its name, its role and, if it has one, its recordingMode from describe-configuration-recorders in the command.',
    ],
    cli: 'aws configservice put-configuration-recorder --configuration-recorder name=<recorder>,roleARN=<role in use> --recording-group allSupported=true,includeGlobalResourceTypes=true && aws configservice start-configuration-recorder --configuration-recorder-name <recorder>',
    terraform: `resource "aws_config_configuration_recorder" "everything" {
  name     = "default"
  role_arn = aws_iam_role.config.arn

  recording_group {
    all_supported                 = true
    include_global_resource_types = true
  }
}

resource "aws_config_configuration_recorder_status" "everything" {
  name       = aws_config_configuration_recorder.everything.name
  is_enabled = true
  depends_on = [aws_config_delivery_channel.everything]
}`,
  },
  source: 'https://docs.aws.amazon.com/config/latest/developerguide/stop-start-recorder.html',
  links: ['https://docs.aws.amazon.com/config/latest/developerguide/select-resources.html'],
  over: 'regions',
  needs: ['recorders', 'statuses'],
  judge: ({ name, recorders, statuses }) => {
    if (recorders.length === 0) return fail(`AWS Config has no recorder in ${name}.`)
    const reasons = recorders.map(({ name: recorder, all_types: all }) => {
      const status = statuses.find((it) => it.name === recorder)
      if (!status?.recording) return `${recorder} is stopped`
      if (status.last_status === 'FAILURE') return `the last delivery of ${recorder} failed`
      return all ? null : `${recorder} records only some resource types`
    })
    return reasons.includes(null)
      ? pass(`AWS Config records all resource types in ${name}.`)
      : fail(`AWS Config does not record all resource types in ${name}: ${reasons.join(', ')}.`)
  },
})
