/* Sensors; see sensors.h. What they write counts as a change from outside. */
#include "sensors.h"
#include "agent_journal.h"

/* False: the sensor has no binding. */
static bool sense(htn_agent *agent, uint32_t sensor)
{
    const htn_sensor_binding *binding = &htni_class_sensors(agent->agent_class)[sensor];
    if (binding->sense == NULL)
        return false;
    agent->inside = true;
    htni_begin_writing(agent, HTN_BY_SENSOR, sensor, HTN_NONE);
    const htn_sensing sensing = {.agent = agent, .world = &agent->world, .sensor = sensor, .context = binding->context};
    binding->sense(agent->options.user, &sensing);
    htni_end_writing(agent);
    agent->inside = false;
    return true;
}

/*
 * The first period of a sensor is shortened by a hash of the agent's number and the sensor's, so
 * that the sensors of a crowd are spread over its frames.
 */
static uint32_t first_period(const htn_agent *agent, uint32_t sensor, uint32_t period)
{
    const uint32_t hash = (agent->options.stagger + 1) * UINT32_C(0x9E3779B1) + sensor * UINT32_C(0x85EBCA77);
    return (uint32_t)((uint64_t)hash * period >> 32) + 1;
}

void htni_run_sensors(htn_agent *agent)
{
    const uint32_t count = htni_count(agent->domain, HTN_SECTION_SENSORS);
    uint32_t *due = agent->sensors.due;
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t period = HTNI_FIELD(agent->domain, SENSORS, i, PERIOD);
        if (!agent->sensors_ran) {
            due[i] = agent->time + first_period(agent, i, period);
            sense(agent, i);
        } else if (period != 0 && htni_is_due(agent->time, due[i])) {
            due[i] += ((agent->time - due[i]) / period + 1) * period; /* periods missed are skipped */
            sense(agent, i);
        }
    }
    agent->sensors_ran = true;
}

htn_status htn_agent_sense(htn_agent *agent, uint32_t sensor)
{
    if (agent == NULL || sensor >= htni_count(agent->domain, HTN_SECTION_SENSORS))
        return HTN_BAD_ARGUMENT;
    if (agent->inside)
        return HTN_BUSY;
    HTNI_NOTE(agent, SENSE, sensor);
    return sense(agent, sensor) ? HTN_OK : HTN_NOT_FOUND;
}
