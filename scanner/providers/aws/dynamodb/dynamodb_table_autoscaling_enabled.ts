import { fail, pass } from '../../../kit/index.ts'
import { check, isGone } from './resources.ts'

const both = ['ReadCapacityUnits', 'WriteCapacityUnits']

export default check({
  id: 'dynamodb_table_autoscaling_enabled',
  title: 'Table scales with its load',
  description:
    'Reads the capacity mode of each table and, for provisioned capacity, whether policies of Application Auto Scaling move it.',
  risk: 'A table with fixed capacity turns requests away when the load grows, which an attacker can bring about as well as a good day.',
  decision:
    'Passes when the table is on demand, and when both its read and its write capacity have a scaling policy. Fails when one of them has none. Secondary indexes are not looked at, nor whether scaling is suspended or its limits suffice. A table that is being created or deleted has no verdict.',
  fix: {
    text: 'Put the table on demand, or give its read and write capacity a scaling policy each.',
    console: [
      'Open DynamoDB, choose Tables, and choose the table.',
      'On the tab Additional settings, under Read/write capacity, choose Edit.',
      'Choose On-demand, or turn on Auto scaling for read and for write capacity with their limits.',
      'Choose Save changes.',
    ],
    cli: 'aws dynamodb update-table --table-name <table> --billing-mode PAY_PER_REQUEST',
    terraform: `resource "aws_appautoscaling_target" "reads" {
  service_namespace  = "dynamodb"
  resource_id        = "table/orders"
  scalable_dimension = "dynamodb:table:ReadCapacityUnits"
  min_capacity       = 5
  max_capacity       = 100
}

resource "aws_appautoscaling_policy" "reads" {
  name               = "orders-reads"
  policy_type        = "TargetTrackingScaling"
  service_namespace  = aws_appautoscaling_target.reads.service_namespace
  resource_id        = aws_appautoscaling_target.reads.resource_id
  scalable_dimension = aws_appautoscaling_target.reads.scalable_dimension

  target_tracking_scaling_policy_configuration {
    target_value = 70
    predefined_metric_specification {
      predefined_metric_type = "DynamoDBReadCapacityUtilization"
    }
  }
}`,
  },
  source: 'https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/AutoScaling.html',
  links: ['https://docs.aws.amazon.com/securityhub/latest/userguide/dynamodb-controls.html'],
  over: 'tables',
  needs: ['details', 'scaled'],
  judge: ({ name, details: { status, on_demand }, scaled }) => {
    if (isGone(status)) return []
    if (on_demand) return pass(`The table ${name} is on demand.`)
    const fixed = both.filter((it) => !scaled.includes(it))
    return fixed.length > 0
      ? fail(`The table ${name} has no scaling policy for ${fixed.join(' and ')}.`)
      : pass(`The table ${name} has scaling policies for reads and writes.`)
  },
})
