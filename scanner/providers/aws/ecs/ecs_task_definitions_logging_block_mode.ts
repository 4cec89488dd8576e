import { fail, pass } from '../../../kit/index.ts'
import { check, namesOf } from './resources.ts'

export default check({
  id: 'ecs_task_definitions_logging_block_mode',
  title: 'A stuck log does not stop a container',
  description:
    'Reads in which mode the log drivers of the newest active revision of each task definition, and of every revision that a service runs, deliver, and which mode the account uses where none is set.',
  risk: 'When the log service answers slowly, a container that waits for it stops answering its own visitors.',
  decision:
    'Fails when a container with a log driver delivers in the mode blocking, by its own option or by the account’s setting defaultLogDriverMode. Passes when all deliver in the mode non-blocking. Task definitions without a log driver give no finding. Judged are the newest active revision of each family and every revision that a service, its deployments or task sets run, also a deregistered one; tasks that were started from other revisions are not looked at.',
  fix: {
    text: 'Set the log option mode to non-blocking, with a buffer that outlasts short failures.',
    console: [
      'Open Amazon ECS, choose Task definitions, and choose the family.',
      'Select the newest revision, then choose Create new revision.',
      'Add the log options mode with the value non-blocking and max-buffer-size to each container, then choose Create.',
      'Under Account settings set Default log driver mode to non-blocking for all others.',
    ],
    cli: 'aws ecs put-account-setting-default --name defaultLogDriverMode --value non-blocking',
    terraform: `resource "aws_ecs_account_setting_default" "log_mode" {
  name  = "defaultLogDriverMode"
  value = "non-blocking"
}`,
  },
  source: 'https://docs.aws.amazon.com/AmazonECS/latest/developerguide/ecs-account-settings.html',
  links: ['https://docs.aws.amazon.com/AmazonECS/latest/APIReference/API_LogConfiguration.html'],
  over: 'taskDefinitions',
  needs: ['definition', 'default_log_mode'],
  judge: ({ name, definition, default_log_mode: usual }) => {
    const logging = definition.containers.filter(({ log_driver: driver }) => driver !== null)
    if (logging.length === 0) return []
    const waiting = logging.filter(({ log_mode: mode }) => (mode ?? usual) !== 'non-blocking')
    return waiting.length > 0
      ? fail(`The task definition ${name} lets ${namesOf(waiting)} wait for a slow log.`)
      : pass(`The task definition ${name} lets no container wait for its log.`)
  },
})
