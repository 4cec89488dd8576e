import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'ecs_cluster_container_insights_enabled',
  title: 'Cluster is watched by Container Insights',
  description:
    'Reads whether each active cluster sends its figures to Container Insights of CloudWatch.',
  risk: 'Tasks that restart over and over, or machines that run full, are noticed by customers first.',
  decision:
    'Fails when the setting containerInsights is disabled, passes when it is enabled or enhanced. Clusters that are not active give no finding.',
  fix: {
    text: 'Turn on Container Insights for the cluster.',
    console: [
      'Open Amazon ECS, choose Clusters, choose the cluster, and choose Update cluster.',
      'Under Monitoring choose Container Insights, with enhanced observability if wanted.',
      'Choose Update.',
    ],
    cli: 'aws ecs update-cluster-settings --cluster <cluster> --settings name=containerInsights,value=enabled',
    terraform: `resource "aws_ecs_cluster" "shop" {
  name = "shop"

  setting {
    name  = "containerInsights"
    value = "enabled"
  }
}`,
  },
  source:
    'https://docs.aws.amazon.com/AmazonECS/latest/developerguide/cloudwatch-container-insights.html',
  over: 'clusters',
  needs: [],
  judge: ({ name, status, container_insights: insights }) => {
    if (status !== 'ACTIVE') return []
    return insights === 'disabled'
      ? fail(`The cluster ${name} is not watched by Container Insights.`)
      : pass(`The cluster ${name} has Container Insights ${insights}.`)
  },
})
