-- oldest program: 0118
-- Names of dictionaries use one word for one thing: 等级 for a grade, 层级 for a layer.
alter table dictionary no force row level security;
update dictionary set label = renamed.label
from (values ('listingLevel', '挂牌级别', '挂牌等级'), ('warningLevel', '预警级别', '预警等级'),
  ('trainingLevel', '三级教育级别', '三级教育层级'), ('hazardSourceLevel', '重大危险源级别', '重大危险源等级')
) as renamed (type, former, label)
where dictionary.type = renamed.type and dictionary.label = renamed.former;
