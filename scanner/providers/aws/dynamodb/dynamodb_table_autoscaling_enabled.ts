import { fail, pass } from '../../../kit/index.ts'
import { check, isGone } from './resources.ts'

const both = ['ReadCapacityUnits', 'WriteCapacityUnits']

export default check({
  id: 'dynamodb_table_autoscaling_enabled',
  title: 'DynamoDB table scales its capacity automatically',
  description:
    'Reads the capacity mode of each table. For provisioned capacity, reads the Application Auto Scaling policies of the table.',
  risk: 'A table with fixed capacity throttles requests when the load increases, whether the load is legitimate or an attack.',
  decision:
    'Passes if the table uses on-demand capacity, or if both its read and its write capacity have a scaling policy. Fails if one of them has none. The check does not read secondary indexes, whether scaling is suspended, or whether its limits are sufficient. A table that is being created or deleted gives no finding.',
  fix: {
    text: 'Switch the table to on-demand capacity, or add scaling policies for its read and write capacity.',
    console: [
      'Open DynamoDB, choose Tables, and choose the table.',
      'On the Additional settings tab, under Read/write capacity, choose Edit.',
      'Choose On-demand, or turn on Auto scaling for read and write capacity and set the limits.',
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
    if (on_demand) return pass(`Table ${name} uses on-demand capacity.`)
    const fixed = both.filter((it) => !scaled.includes(it))
    return fixed.length > 0
      ? fail(`Table ${name} has no scaling policy for ${fixed.join(' and ')}.`)
      : pass(`Table ${name} has scaling policies for read and write capacity.`)
  },
})
