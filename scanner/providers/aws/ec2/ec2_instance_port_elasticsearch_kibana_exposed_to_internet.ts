import { exposedPort } from './exposed-port.ts'

export default exposedPort({
  id: 'ec2_instance_port_elasticsearch_kibana_exposed_to_internet',
  what: 'Elasticsearch and Kibana',
  ports: { tcp: [9200, 9300, 5601] },
  risk: 'Attackers find open Elasticsearch clusters within hours, then copy or delete the data and demand a ransom. Kibana exposes the same data through a web interface.',
})
