-- oldest program: 0118
-- Search by pinyin in all lists (decision 0067). The job `names.read` adds the pinyin of existing rows at start.
select find_by_letters('accident', 'title');
create index accident_title_search_idx on accident (tenant_id, title_search, id) include (enterprise_id, oversight_code)
  where removed_at is null;
create index accident_title_unread_idx on accident (tenant_id, id) where strpos(title_search, chr(10)) = 0;
select find_by_letters('document', 'name');
create index document_name_search_idx on document (tenant_id, name_search, id) include (enterprise_id, oversight_code)
  where removed_at is null;
create index document_name_unread_idx on document (tenant_id, id) where strpos(name_search, chr(10)) = 0;
select find_by_letters('archive_waiver', 'item_name');
create index archive_waiver_item_name_search_idx on archive_waiver (tenant_id, item_name_search, id) include (enterprise_id, oversight_code)
  where removed_at is null;
create index archive_waiver_item_name_unread_idx on archive_waiver (tenant_id, id) where strpos(item_name_search, chr(10)) = 0;
select find_by_letters('certificate', 'name');
create index certificate_name_search_idx on certificate (tenant_id, name_search, id) include (enterprise_id, oversight_code, cert_no)
  where removed_at is null;
create index certificate_name_unread_idx on certificate (tenant_id, id) where strpos(name_search, chr(10)) = 0;
select find_by_letters('class_session', 'topic');
create index class_session_topic_search_idx on class_session (tenant_id, topic_search, id) include (enterprise_id, oversight_code)
  where removed_at is null;
create index class_session_topic_unread_idx on class_session (tenant_id, id) where strpos(topic_search, chr(10)) = 0;
select find_by_letters('danger', 'title');
create index danger_title_search_idx on danger (tenant_id, title_search, id) include (enterprise_id, oversight_code)
  where removed_at is null;
create index danger_title_unread_idx on danger (tenant_id, id) where strpos(title_search, chr(10)) = 0;
select find_by_letters('drill', 'title');
create index drill_title_search_idx on drill (tenant_id, title_search, id) include (enterprise_id, oversight_code)
  where removed_at is null;
create index drill_title_unread_idx on drill (tenant_id, id) where strpos(title_search, chr(10)) = 0;
select find_by_letters('emergency_plan', 'title');
create index emergency_plan_title_search_idx on emergency_plan (tenant_id, title_search, id) include (enterprise_id, oversight_code)
  where removed_at is null;
create index emergency_plan_title_unread_idx on emergency_plan (tenant_id, id) where strpos(title_search, chr(10)) = 0;
select find_by_letters('enforcement', 'title');
create index enforcement_title_search_idx on enforcement (tenant_id, title_search, id) include (enterprise_id, oversight_code)
  where removed_at is null;
create index enforcement_title_unread_idx on enforcement (tenant_id, id) where strpos(title_search, chr(10)) = 0;
select find_by_letters('health_task', 'title');
create index health_task_title_search_idx on health_task (tenant_id, title_search, id) include (enterprise_id, oversight_code)
  where removed_at is null;
create index health_task_title_unread_idx on health_task (tenant_id, id) where strpos(title_search, chr(10)) = 0;
select find_by_letters('health_record', 'holder_name');
create index health_record_holder_name_search_idx on health_record (tenant_id, holder_name_search, id) include (enterprise_id, oversight_code);
create index health_record_holder_name_unread_idx on health_record (tenant_id, id) where strpos(holder_name_search, chr(10)) = 0;
select find_by_letters('inspection', 'title');
create index inspection_title_search_idx on inspection (tenant_id, title_search, id) include (enterprise_id, oversight_code)
  where removed_at is null;
create index inspection_title_unread_idx on inspection (tenant_id, id) where strpos(title_search, chr(10)) = 0;
select find_by_letters('inspection_plan', 'subject');
create index inspection_plan_subject_search_idx on inspection_plan (tenant_id, subject_search, id) include (enterprise_id, oversight_code)
  where removed_at is null;
create index inspection_plan_subject_unread_idx on inspection_plan (tenant_id, id) where strpos(subject_search, chr(10)) = 0;
select find_by_letters('training_plan', 'title');
create index training_plan_title_search_idx on training_plan (tenant_id, title_search, id) include (enterprise_id, oversight_code)
  where removed_at is null;
create index training_plan_title_unread_idx on training_plan (tenant_id, id) where strpos(title_search, chr(10)) = 0;
select find_by_letters('learning_task', 'employee_name');
create index learning_task_employee_name_search_idx on learning_task (tenant_id, employee_name_search, id) include (enterprise_id, oversight_code)
  where removed_at is null;
create index learning_task_employee_name_unread_idx on learning_task (tenant_id, id) where strpos(employee_name_search, chr(10)) = 0;
select find_by_letters('order_record', 'name');
create index order_record_name_search_idx on order_record (tenant_id, name_search, id) include (enterprise_id, oversight_code)
  where removed_at is null;
create index order_record_name_unread_idx on order_record (tenant_id, id) where strpos(name_search, chr(10)) = 0;
select find_by_letters('report', 'title');
create index report_title_search_idx on report (tenant_id, title_search, id) include (enterprise_id, oversight_code)
  where removed_at is null;
create index report_title_unread_idx on report (tenant_id, id) where strpos(title_search, chr(10)) = 0;
select find_by_letters('risk_check', 'point_name');
create index risk_check_point_name_search_idx on risk_check (tenant_id, point_name_search, id) include (enterprise_id, oversight_code)
  where removed_at is null;
create index risk_check_point_name_unread_idx on risk_check (tenant_id, id) where strpos(point_name_search, chr(10)) = 0;
select find_by_letters('safety_cost_year', 'name');
create index safety_cost_year_name_search_idx on safety_cost_year (tenant_id, name_search, id) include (enterprise_id, oversight_code)
  where removed_at is null;
create index safety_cost_year_name_unread_idx on safety_cost_year (tenant_id, id) where strpos(name_search, chr(10)) = 0;
select find_by_letters('safety_cost', 'title');
create index safety_cost_title_search_idx on safety_cost (tenant_id, title_search, id) include (enterprise_id, oversight_code)
  where removed_at is null;
create index safety_cost_title_unread_idx on safety_cost (tenant_id, id) where strpos(title_search, chr(10)) = 0;
select find_by_letters('shift', 'line_name');
create index shift_line_name_search_idx on shift (tenant_id, line_name_search, id) include (enterprise_id, oversight_code)
  where removed_at is null;
create index shift_line_name_unread_idx on shift (tenant_id, id) where strpos(line_name_search, chr(10)) = 0;
select find_by_letters('warning', 'item_name');
create index warning_item_name_search_idx on warning (tenant_id, item_name_search, id) include (enterprise_id, oversight_code)
  where removed_at is null;
create index warning_item_name_unread_idx on warning (tenant_id, id) where strpos(item_name_search, chr(10)) = 0;
select find_by_letters('wx_quick_reply', 'title');
create index wx_quick_reply_title_search_idx on wx_quick_reply (tenant_id, title_search, id) include (enterprise_id, oversight_code)
  where removed_at is null;
create index wx_quick_reply_title_unread_idx on wx_quick_reply (tenant_id, id) where strpos(title_search, chr(10)) = 0;
select find_by_letters('content_info', 'title');
create index content_info_title_search_idx on content_info (tenant_id, title_search, id) include (type, state)
  where removed_at is null;
create index content_info_title_unread_idx on content_info (tenant_id, id) where strpos(title_search, chr(10)) = 0;
select find_by_letters('plan', 'name');
create index plan_name_search_idx on plan (tenant_id, name_search, id) include (shelf, code)
  where removed_at is null;
create index plan_name_unread_idx on plan (tenant_id, id) where strpos(name_search, chr(10)) = 0;
select find_by_letters('impact_assessment', 'name');
create index impact_assessment_name_search_idx on impact_assessment (tenant_id, name_search, id)
  where removed_at is null;
create index impact_assessment_name_unread_idx on impact_assessment (tenant_id, id) where strpos(name_search, chr(10)) = 0;
select find_by_letters('topic', 'title');
create index topic_title_search_idx on topic (tenant_id, title_search, id) include (type)
  where removed_at is null;
create index topic_title_unread_idx on topic (tenant_id, id) where strpos(title_search, chr(10)) = 0;
select find_by_letters('page_design', 'name');
create index page_design_name_search_idx on page_design (tenant_id, name_search, id) include (shop_id, status)
  where removed_at is null;
create index page_design_name_unread_idx on page_design (tenant_id, id) where strpos(name_search, chr(10)) = 0;

-- Lists of tables without a declared resource. Roles, announcements and tenants are few, so they need no index.
select find_by_letters('role', 'name');
select find_by_letters('announcement', 'title');
select find_by_letters('brand', 'name');
-- Each trigger belongs to one column, so the first one gets another name.
select find_by_letters('wx_follower', 'remark');
alter trigger name_search_follows on wx_follower rename to remark_search_follows;
select find_by_letters('wx_follower', 'nick_name');
create index wx_follower_remark_unread_idx on wx_follower (tenant_id, id)
  where remark is not null and strpos(remark_search, chr(10)) = 0;
create index wx_follower_nick_name_unread_idx on wx_follower (tenant_id, id) where strpos(nick_name_search, chr(10)) = 0;
