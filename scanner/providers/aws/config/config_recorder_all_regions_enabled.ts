import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'config_recorder_all_regions_enabled',
  title: 'AWS Config records the region',
  description:
    'Reads the configuration recorder of each region: whether there is one, what it records, whether it is running, and how its last delivery went.',
  risk: 'How a resource was set last week, and when it was changed, cannot be told for a region that nobody recorded.',
  decision:
    'Passes when a recorder of the region records all kinds of resources that Config supports, is recording, and did not fail at its last delivery. Fails when there is no recorder, when it is stopped, when it records certain kinds only or leaves some out, and when the last delivery failed. Whether global resources such as users of IAM are recorded, which one region is enough for, is not looked at.',
  fix: {
    text: 'Record all kinds of resources in each region, and see that the recorder is running and delivers.',
    console: [
      'Open AWS Config in the region, and choose Settings.',
      'Choose Edit, or Get started where nothing is set up, and record all current and future resource types.',
      'Choose a bucket for the deliveries, save, and see that Recording is on.',
      'Where a recorder exists, give the command its name, its role and, if it has one, its recordingMode, as describe-configuration-recorders shows them.',
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
      return all ? null : `${recorder} records some kinds of resources only`
    })
    return reasons.includes(null)
      ? pass(`AWS Config records all kinds of resources in ${name}.`)
      : fail(`AWS Config does not record ${name} as a whole: ${reasons.join(', ')}.`)
  },
})
