import { check } from './resources.ts'
import { judgeLogging } from './task-logging.ts'

export default check({
  id: 'dms_replication_task_source_logging_enabled',
  title: 'DMS replication task has source logging enabled',
  description:
    'Reads from the settings of each replication task whether logging is on, and the log level of the source components.',
  risk: 'If rows are missing or too many rows were copied, there is no record of what was read and when.',
  decision:
    'Passes if logging is on and SOURCE_CAPTURE and SOURCE_UNLOAD are logged at LOGGER_SEVERITY_DEFAULT, INFO, DEBUG or DETAILED_DEBUG. Fails if logging is off, or if one of them has a less detailed level or is not configured. A task that is being created or deleted gives no finding.',
  fix: {
    text: 'Turn on logging of the source components in the task settings.',
    console: [
      'Open AWS DMS, choose Database migration tasks, and stop the task.',
      'Choose the task, then Actions and Modify.',
      'Under Task settings, choose Turn on CloudWatch logs, with Source unload and Source capture at Default.',
      'Choose Save and resume the task.',
      'For the command, put the settings that aws dms describe-replication-tasks returns in the file given to --replication-task-settings, without the log group and stream. Add SOURCE_CAPTURE and SOURCE_UNLOAD to LogComponents and set EnableLogging to true.',
    ],
    cli: 'aws dms modify-replication-task --replication-task-arn <task> --replication-task-settings file://settings-with-source-logs.json',
    terraform: `resource "aws_dms_replication_task" "orders" {
  replication_task_id      = "move-orders"
  migration_type           = "full-load-and-cdc"
  replication_instance_arn = aws_dms_replication_instance.orders.replication_instance_arn
  source_endpoint_arn      = aws_dms_endpoint.source.endpoint_arn
  target_endpoint_arn      = aws_dms_endpoint.target.endpoint_arn
  table_mappings           = file("mappings.json")
  replication_task_settings = jsonencode({
    Logging = {
      EnableLogging = true
      LogComponents = [
        { Id = "SOURCE_CAPTURE", Severity = "LOGGER_SEVERITY_DEFAULT" },
        { Id = "SOURCE_UNLOAD", Severity = "LOGGER_SEVERITY_DEFAULT" },
      ]
    }
  })
}`,
  },
  source:
    'https://docs.aws.amazon.com/dms/latest/userguide/CHAP_Tasks.CustomizingTasks.TaskSettings.Logging.html',
  links: ['https://docs.aws.amazon.com/securityhub/latest/userguide/dms-controls.html'],
  over: 'tasks',
  needs: ['levels'],
  judge: (task) => judgeLogging(task, ['SOURCE_CAPTURE', 'SOURCE_UNLOAD']),
})
