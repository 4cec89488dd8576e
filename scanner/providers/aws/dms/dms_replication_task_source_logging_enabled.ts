import { check } from './resources.ts'
import { judgeLogging } from './task-logging.ts'

export default check({
  id: 'dms_replication_task_source_logging_enabled',
  title: 'Task logs what it reads from the source',
  description:
    'Reads from the settings of each replication task whether it logs, and in what detail, how it reads the source.',
  risk: 'When rows are missing or somebody copied more than they should, nothing tells what was read and when.',
  decision:
    'Passes when logging is on and SOURCE_CAPTURE and SOURCE_UNLOAD are logged at LOGGER_SEVERITY_DEFAULT, INFO, DEBUG or DETAILED_DEBUG. Fails when logging is off, or one of them is logged in less detail or not named. A task that is being created or deleted has no verdict.',
  fix: {
    text: 'Turn on logging of the source in the task’s settings.',
    console: [
      'Open AWS DMS, choose Database migration tasks, and stop the task.',
      'Choose the task, then Actions and Modify.',
      'Under Task settings, choose Turn on CloudWatch logs, with Source unload and Source capture at Default.',
      'Choose Save and resume the task.',
      'For the command, keep all settings that describe-replication-tasks shows in the file, except the log group and stream, and add SOURCE_CAPTURE and SOURCE_UNLOAD to LogComponents with EnableLogging true.',
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
