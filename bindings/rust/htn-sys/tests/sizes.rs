//! The structs here are those of the library.

macro_rules! same_sizes {
    ($($function:ident $name:ident)*) => { $( assert_eq!(
        std::mem::size_of::<htn_sys::$name>(), unsafe { htn_sys::$function() }, stringify!($name)); )* };
}

#[test]
fn structs_have_the_sizes_of_the_library() {
    assert_eq!(unsafe { htn_sys::htn_version() }, htn_sys::HTN_VERSION);
    same_sizes! {
        htn_sizeof_domain htn_domain
        htn_sizeof_view htn_view
        htn_sizeof_fault htn_fault
        htn_sizeof_world htn_world
        htn_sizeof_limits htn_limits
        htn_sizeof_given_task htn_given_task
        htn_sizeof_request htn_request
        htn_sizeof_plan htn_plan
        htn_sizeof_step htn_step
        htn_sizeof_span htn_span
        htn_sizeof_argument htn_argument
        htn_sizeof_question htn_question
        htn_sizeof_operator_binding htn_operator_binding
        htn_sizeof_sensor_binding htn_sensor_binding
        htn_sizeof_sensing htn_sensing
        htn_sizeof_bindings htn_bindings
        htn_sizeof_activity htn_activity
        htn_sizeof_agent_options htn_agent_options
        htn_sizeof_group_options htn_group_options
        htn_sizeof_counts htn_counts
        htn_sizeof_order htn_order
        htn_sizeof_order_report htn_order_report
        htn_sizeof_news htn_news
        htn_sizeof_crowd htn_crowd
        htn_sizeof_crowd_stats htn_crowd_stats
        htn_sizeof_journal htn_journal
        htn_sizeof_journal_event htn_journal_event
        htn_sizeof_journal_location htn_journal_location
        htn_sizeof_load_report htn_load_report
        htn_sizeof_replay_report htn_replay_report
        htn_sizeof_event htn_event
        htn_sizeof_achievement htn_achievement
    }
}
