import { fail, pass } from '../../../kit/index.ts'
import { label } from './label.ts'
import { check } from './resources.ts'

export default check({
  id: 'ec2_instance_detailed_monitoring_enabled',
  title: 'EC2 instance has detailed monitoring enabled',
  description:
    'Reads whether each instance sends metrics to CloudWatch every minute instead of every five minutes.',
  risk: 'With five-minute metrics, alarms and scaling detect overload and misuse late.',
  decision:
    'Passes if detailed monitoring is enabled or pending. Fails in any other state, such as disabled. Stopped instances are evaluated; terminated instances are not listed.',
  fix: {
    text: 'Enable detailed monitoring for the instance.',
    console: [
      'Open Amazon EC2, choose Instances, and select the instance.',
      'Choose Actions, Monitor and troubleshoot, and then Manage detailed monitoring.',
      'Select Enable for Detailed monitoring, and choose Confirm. CloudWatch charges for the additional metrics.',
    ],
    cli: 'aws ec2 monitor-instances --instance-ids <id>',
    terraform: `resource "aws_instance" "app" {
  ami           = var.image_id
  instance_type = "m7i.large"
  subnet_id     = aws_subnet.private.id
  monitoring    = true
}`,
  },
  source: 'https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/manage-detailed-monitoring.html',
  over: 'instances',
  needs: ['monitoring'],
  judge: ({ instance_id, name, monitoring }) =>
    monitoring === 'enabled' || monitoring === 'pending'
      ? pass(`${label(instance_id, name)} has detailed monitoring (${monitoring}).`)
      : fail(`${label(instance_id, name)} has basic monitoring only (${monitoring}).`),
})
