import { fail, pass } from '../../../kit/index.ts'
import { check, namesOf } from './resources.ts'

export default check({
  id: 'ecs_task_definitions_logging_block_mode',
  title: 'ECS task definition uses non-blocking log delivery',
  description:
    'Reads the log delivery mode of the containers in the newest active revision of each task definition and in every revision that a service runs, and the account default if none is set.',
  risk: 'If the log destination responds slowly, a container with blocking delivery waits for it and stops serving requests.',
  decision:
    'Fails if a container with a log driver uses the mode blocking, by its own option or by the account setting defaultLogDriverMode. Passes if all use the mode non-blocking. Task definitions without a log driver give no finding. The newest active revision of each family and every revision that a service, its deployments or task sets run are evaluated, including deregistered revisions. Tasks started from other revisions are not evaluated.',
  fix: {
    text: 'Set the log option mode to non-blocking, with a buffer that is large enough for short outages.',
    console: [
      'Open Amazon ECS, choose Task definitions, and choose the family.',
      'Select the newest revision, and choose Create new revision.',
      'Add the log options mode with the value non-blocking and max-buffer-size to each container, and choose Create.',
      'Under Account settings, set Default log driver mode to non-blocking for all other containers.',
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
      ? fail(`The task definition ${name} uses blocking log delivery in ${namesOf(waiting)}.`)
      : pass(`The task definition ${name} uses only non-blocking log delivery.`)
  },
})
